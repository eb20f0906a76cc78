/** Milliseconds after which the row moves on by one. */
const pace = 3000

/** Moves the row of testimonials on by itself, until somebody wants it still or does something with it. */
function start(root: HTMLElement, row: HTMLElement) {
  const still = matchMedia('(prefers-reduced-motion: reduce)')
  const pause = root.querySelector<HTMLButtonElement>('[data-pause]')
  let isPaused = still.matches
  let isPointedAt = false
  let hasFocus = false

  const step = () => row.firstElementChild?.getBoundingClientRect().width ?? 0
  const last = () => row.scrollWidth - row.clientWidth
  function move(by: number) {
    const to = row.scrollLeft + by * step()
    // After the last comes the first; half a pixel is none.
    const left =
      to > last() + 1
        ? row.scrollLeft < last() - 1
          ? last()
          : 0
        : to < -1
          ? row.scrollLeft > 1
            ? 0
            : last()
          : to
    row.scrollTo({ left, behavior: still.matches ? 'instant' : 'smooth' })
  }
  let waiting: ReturnType<typeof setInterval> | undefined
  /** A visitor who has just moved it has the whole time to read. */
  function wait() {
    clearInterval(waiting)
    waiting = setInterval(() => {
      if (!isPaused && !isPointedAt && !hasFocus && !document.hidden) move(1)
    }, pace)
  }
  function moveOn(by: number) {
    move(by)
    wait()
  }
  function show() {
    root.dataset.state = isPaused ? 'still' : 'moving'
    pause?.setAttribute('aria-label', isPaused ? 'Play the testimonials' : 'Pause the testimonials')
  }

  for (const button of root.querySelectorAll<HTMLElement>('[data-move]')) {
    button.addEventListener('click', () => moveOn(Number(button.dataset.move)))
  }
  pause?.addEventListener('click', () => {
    isPaused = !isPaused
    // After a press on the motion button, the pointer is still on it: the row moves all the same.
    isPointedAt = false
    hasFocus = false
    show()
  })
  row.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    moveOn(by)
  })
  row.addEventListener('touchend', () => wait(), { passive: true })
  const point = (is: boolean) => () => {
    isPointedAt = is
  }
  const focus = (has: boolean) => () => {
    hasFocus = has
  }
  root.addEventListener('pointerenter', point(true))
  root.addEventListener('pointerleave', point(false))
  root.addEventListener('focusin', focus(true))
  root.addEventListener('focusout', focus(false))
  // Turning motion off in the system takes effect at once.
  still.addEventListener('change', () => {
    isPaused = still.matches
    show()
  })
  wait()
  show()
  root.querySelector('[data-controls]')?.removeAttribute('hidden')
}

/** Sets every row of testimonials of the page going. */
export function startCarousels() {
  for (const root of document.querySelectorAll<HTMLElement>('.carousel')) {
    const row = root.querySelector<HTMLElement>('[data-cards]')
    if (row) start(root, row)
  }
}
