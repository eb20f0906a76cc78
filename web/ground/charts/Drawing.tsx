import { GridRows } from '@visx/grid'
import type { ComponentProps, ReactNode, Ref } from 'react'
import classes from './Chart.module.css'

/** The props of every drawing. */
export interface DrawingProps {
  /** A summary for screen readers. */
  label: string
  height: number
}

/** The frame of a drawing: it is drawn once its width is known, and tells where it is pointed at, in pixels from its left. */
export function Drawing({
  label,
  height,
  width,
  measure,
  onPointed,
  children,
}: DrawingProps & {
  width: number
  /** For an element that is as wide as there is room. */
  measure: Ref<HTMLDivElement>
  onPointed: (left: number | undefined) => void
  children: ReactNode
}) {
  return (
    <div ref={measure} className={classes.drawing} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          role="img"
          aria-label={label}
          onPointerMove={(event) => onPointed(event.nativeEvent.offsetX)}
          onPointerLeave={() => onPointed(undefined)}
        >
          {/* The label says what it shows, and a table each figure. */}
          <g aria-hidden="true">{children}</g>
        </svg>
      )}
    </div>
  )
}

/** The horizontal lines of the scale. */
export function Grid({
  scale,
  edge,
  width,
  lines,
}: {
  scale: ComponentProps<typeof GridRows>['scale']
  edge: { left: number; right: number }
  width: number
  lines: number
}) {
  return (
    <GridRows
      className={classes.grid ?? ''}
      scale={scale}
      left={edge.left}
      width={width - edge.left - edge.right}
      numTicks={lines}
    />
  )
}
