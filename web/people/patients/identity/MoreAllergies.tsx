import { useId, useRef } from 'react'
import classes from './Allergies.module.css'

/** '+2': what a card has no room for, opened by focus and by press. */
export function MoreAllergies({ words }: { words: readonly string[] }) {
  const id = useId()
  const list = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  function open() {
    if (!list.current || !button.current || list.current.matches(':popover-open')) return
    list.current.showPopover()
    const { left, bottom, top } = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = list.current
    const below = bottom + 4
    const isRoomBelow = below + offsetHeight <= innerHeight
    list.current.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`
    list.current.style.top = `${isRoomBelow ? below : Math.max(8, top - offsetHeight - 4)}px`
  }
  const close = () => list.current?.matches(':popover-open') && list.current.hidePopover()

  return (
    <>
      {' '}
      <button
        ref={button}
        type="button"
        className={classes.more}
        aria-label={`${words.length} more ${words.length === 1 ? 'allergy' : 'allergies'}`}
        aria-describedby={id}
        onFocus={open}
        onClick={open}
        onBlur={close}
      >
        +{words.length}
      </button>
      <span ref={list} id={id} popover="auto" className={classes.rest}>
        {words.map((one) => (
          <bdi key={one}>{one}</bdi>
        ))}
      </span>
    </>
  )
}
