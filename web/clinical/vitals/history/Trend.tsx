import classes from './SetsTable.module.css'

const width = 72
const height = 18
const edge = 2

/** How a sign went, as a line from the oldest to the newest; beside it stand the numbers. */
export function Trend({ values }: { values: readonly (number | null)[] }) {
  const taken = values.flatMap((value, place) => (value === null ? [] : [{ value, place }]))
  if (taken.length < 3) return null
  const all = taken.map(({ value }) => value)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const x = (place: number) => edge + (place / (values.length - 1)) * (width - 2 * edge)
  const y = (value: number) => height - edge - ((value - least) / (most - least || 1)) * (height - 2 * edge)
  const last = taken.at(-1)
  return (
    <svg className={classes.trend} width={width} height={height} aria-hidden="true">
      <polyline points={taken.map(({ value, place }) => `${x(place)},${y(value)}`).join(' ')} />
      {last && <circle cx={x(last.place)} cy={y(last.value)} r={2} />}
    </svg>
  )
}
