import type { ReactNode } from 'react'
import classes from './Chart.module.css'
import type { ChartKey } from './data.ts'

/**
 * The frame of every chart: its summary in words, its key, and its figures as a table. It is as high while it loads.
 */
export function ChartFrame({
  pointed,
  legend,
  table,
  children,
}: {
  /** The pointed value in words, shown instead of the key. */
  pointed?: ReactNode
  legend: readonly ChartKey[]
  /** The figures, where no other table of the page has them. */
  table?: ReactNode
  children: ReactNode
}) {
  return (
    <figure className={classes.figure}>
      <div className={classes.plot}>{children}</div>
      <figcaption className={classes.caption}>
        {pointed ||
          legend.map(({ key, label, look }) => (
            <span key={key} className={classes.key} data-look={look}>
              {label}
            </span>
          ))}
      </figcaption>
      {table}
    </figure>
  )
}

/** The figures, for everybody who would rather read them. */
export function ChartTable({
  name,
  head,
  columns,
  rows,
}: {
  name: string
  /** The heading of the rows: 'Day' */
  head: string
  columns: readonly string[]
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[] }[]
}) {
  return (
    <details className={classes.details}>
      <summary>Show as a table</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${name}, the figures`}>
        <table>
          <thead>
            <tr>
              {[head, ...columns].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.name}</th>
                {row.cells.map((cell, index) => (
                  <td key={columns[index]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
