import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import classes from './WaitingRoom.module.css'

/** Milliseconds for which a page stays: long enough to find one's number among those beside it. */
const turnEvery = 8_000

/** A list that turns its pages by itself if its items don't all fit. */
export function Pages<Item>({
  items,
  keyOf,
  children,
  beginsWith,
  isDense,
}: {
  items: readonly Item[]
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  /** When this changes, the first page comes. */
  beginsWith?: string | undefined
  /** So many that they stand beside each other. */
  isDense?: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const [room, setRoom] = useState(items.length)
  const [{ begun, turned }, turn] = useState({ begun: beginsWith, turned: 0 })
  if (begun !== beginsWith) turn({ begun: beginsWith, turned: 0 })
  const pages = Math.max(1, Math.ceil(items.length / Math.max(1, room)))
  const page = turned % pages

  useLayoutEffect(() => {
    const place = list.current
    if (!place) return undefined
    const look = () => setRoom(roomIn(place))
    const watch = new ResizeObserver(look)
    watch.observe(place)
    look()
    return () => watch.disconnect()
  })

  useEffect(() => {
    if (pages < 2) return undefined
    const turnOne = () => turn((before) => ({ begun: beginsWith, turned: before.turned + 1 }))
    const timer = setInterval(turnOne, turnEvery)
    return () => clearInterval(timer)
  }, [pages, beginsWith])

  const shown = items.slice(page * room, (page + 1) * room)
  return (
    <>
      <ul className={classes.list} ref={list} data-dense={isDense || undefined}>
        {(shown.length > 0 ? shown : items.slice(0, 1)).map((item) => (
          <li key={keyOf(item)}>{children(item)}</li>
        ))}
      </ul>
      <p className={classes.pages}>{pages > 1 && `Page ${page + 1} of ${pages}`}</p>
    </>
  )
}

/** How many have room: all rows are as high as the first. */
function roomIn(list: HTMLElement): number {
  const row = list.firstElementChild?.getBoundingClientRect().height
  if (!row) return 1
  const { gridTemplateColumns, rowGap } = getComputedStyle(list)
  const gap = Number.parseFloat(rowGap) || 0
  const columns = gridTemplateColumns.split(' ').length
  return Math.max(1, Math.floor((list.clientHeight + gap) / (row + gap))) * columns
}
