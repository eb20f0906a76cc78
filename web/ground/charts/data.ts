/** The data of charts. */

export interface ChartKey {
  key: string
  label: string
  /** How it is drawn: differences that are seen without colour too. */
  look: 'solid' | 'outlined' | 'hatched' | 'dotted' | 'line' | 'dashed' | 'steps' | 'level' | 'band'
}

export interface BarGroup {
  key: string
  /** Below its bar. */
  label: string
  /** In full: '18 Nov 2026' */
  name: string
  /** By the keys of the series; null is not known, and not drawn. */
  values: Readonly<Record<string, number | null>>
}

export interface LinePoint {
  /** Milliseconds since 1970. */
  at: number
  value: number
  /** Outside of what is usual. */
  mark?: 'low' | 'high' | undefined
}

export interface LineSeries extends ChartKey {
  points: readonly LinePoint[]
}

export interface UsualRange {
  /** The name of the series. */
  series: string
  /** Milliseconds since 1970; without, from the first and to the last moment. */
  from?: number | undefined
  until?: number | undefined
  low: number
  high: number
}
