/** What a chart shows. */

export interface ChartKey {
  key: string
  label: string
  /** How it is drawn: differences that are seen without colour too. */
  look: 'solid' | 'outlined' | 'hatched' | 'line' | 'dashed' | 'band'
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
