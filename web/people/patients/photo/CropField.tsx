import { ActionIcon, Group } from '@mantine/core'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react'
import { type Crop, draw, mostZoom, moved, type Picture, zoomed, zoomOf } from './crop.ts'
import classes from './Photo.module.css'

/** How far a key or a button moves the picture, by the side of the square. */
const step = 0.05
const zoomStep = 0.1
const pixels = 512

const ways = [
  { key: 'ArrowLeft', label: 'Move left', Icon: IconArrowLeft, right: -step, down: 0 },
  { key: 'ArrowRight', label: 'Move right', Icon: IconArrowRight, right: step, down: 0 },
  { key: 'ArrowUp', label: 'Move up', Icon: IconArrowUp, right: 0, down: -step },
  { key: 'ArrowDown', label: 'Move down', Icon: IconArrowDown, right: 0, down: step },
]

/** Chooses the square of a picture: it is dragged, moved by arrow keys or buttons, and magnified by a slider. */
export function CropField({
  picture,
  crop,
  onChange,
}: {
  picture: Picture
  crop: Crop
  onChange: (crop: Crop) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const id = useId()
  useEffect(() => {
    if (canvas.current) draw(canvas.current, picture, crop)
  }, [picture, crop])
  const zoom = zoomOf(picture, crop)
  const zoomBy = (by: number) => onChange(zoomed(picture, crop, zoom + by))

  function drag(event: PointerEvent<HTMLElement>) {
    if (!from.current) return
    const { clientX: x, clientY: y, currentTarget } = event
    const { clientWidth } = currentTarget
    onChange(moved(picture, crop, (x - from.current.x) / clientWidth, (y - from.current.y) / clientWidth))
    from.current = { x, y }
  }

  function press(event: KeyboardEvent) {
    const way = ways.find(({ key }) => key === event.key)
    if (way) onChange(moved(picture, crop, way.right, way.down))
    else if (event.key === '+' || event.key === '=') zoomBy(zoomStep)
    else if (event.key === '-') zoomBy(-zoomStep)
    else return
    event.preventDefault()
  }

  return (
    <div className={classes.middle}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Keys move the picture, and buttons below do the same. */}
      <div
        className={classes.crop}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It takes the keys.
        tabIndex={0}
        aria-label="Part of the picture that is shown"
        aria-describedby={`${id}-how`}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = undefined
        }}
        onPointerCancel={() => {
          from.current = undefined
        }}
      >
        <canvas ref={canvas} width={pixels} height={pixels} />
      </div>
      <p id={`${id}-how`} className={classes.note}>
        Drag the picture, or press the arrow keys.
      </p>
      <Group gap="xs">
        {ways.map(({ label, Icon, right, down }) => (
          <ActionIcon
            key={label}
            variant="default"
            size="lg"
            aria-label={label}
            onClick={() => onChange(moved(picture, crop, right, down))}
          >
            <Icon size={16} aria-hidden="true" />
          </ActionIcon>
        ))}
      </Group>
      <label className={classes.zoom}>
        Size
        <input
          type="range"
          min={1}
          max={mostZoom(picture)}
          step={0.01}
          value={zoom}
          onChange={({ currentTarget }) => onChange(zoomed(picture, crop, Number(currentTarget.value)))}
        />
      </label>
    </div>
  )
}
