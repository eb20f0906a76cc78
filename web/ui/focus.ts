/** Whether the focus went with what had it. */
export function hasNoFocus(): boolean {
  return !document.activeElement || document.activeElement === document.body
}

/** For what is gone once it was pressed: whoever goes on by keyboard goes on at the screen's beginning, not the window's. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}
