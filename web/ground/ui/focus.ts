/** Whether the focus went with what had it. */
export function hasNoFocus(): boolean {
  return !document.activeElement || document.activeElement === document.body
}

/** Whether the cover stands before the screen: then the keys are for nothing that is behind it. */
export function isCovered(): boolean {
  return document.documentElement.dataset.covered !== undefined
}

/** For a button that is gone once it was pressed: keyboard users go on at the content's beginning, not the window's. */
export function focusContent(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}

/** Moves the focus from a pressed element to the panel around it, which stays. */
export function focusPanel(pressed: Element): void {
  pressed.closest('section')?.focus({ preventScroll: true })
}

/** For what is gone once it was pressed in a form: one goes on where the form begins. */
export function focusFirstField(form: HTMLFormElement): void {
  const fields = 'input:not([type="hidden"], [readonly], [disabled]), textarea'
  const first = form.querySelector<HTMLElement>('[data-autofocus]') ?? form.querySelector<HTMLElement>(fields)
  first?.focus()
}

/** By what lies over the page (a dialog, the cover): the way back from it. */
const waysBack = new WeakMap<Element, readonly HTMLElement[]>()

/**
 * The way back for the focus when a dialog or menu closes: the focused element, then its containers in case it is gone.
 * From a dialog, the way leads on to where the dialog was opened.
 */
export function wayBack(): readonly HTMLElement[] {
  const way: HTMLElement[] = []
  for (let place = document.activeElement; place; place = place.parentElement) {
    const further = waysBack.get(place)
    if (further) return [...way, ...further]
    if (place instanceof HTMLElement && (place.tabIndex >= 0 || place.hasAttribute('tabindex')))
      way.push(place)
  }
  return way
}

export function noteWayBack(layer: Element, way: readonly HTMLElement[]): void {
  waysBack.set(layer, way)
}

/** Goes there once the layer is gone with the focus that was in it, unless something else has taken that by then. */
export function goBack(way: readonly HTMLElement[]): void {
  setTimeout(() => {
    if (!hasNoFocus()) return
    for (const place of way) {
      place.focus()
      if (document.activeElement === place) return
    }
    focusContent()
  })
}
