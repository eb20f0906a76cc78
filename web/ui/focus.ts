/** Whether the focus went with what had it. */
export function hasNoFocus(): boolean {
  return !document.activeElement || document.activeElement === document.body
}
