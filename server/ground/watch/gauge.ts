import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client'

/** Adds a figure that is looked up, or set once. */
export function gauge<Label extends string = never>(
  registry: Registry,
  figure: GaugeConfiguration<Label>,
): Gauge<Label> {
  return new Gauge({ ...figure, registers: [registry] })
}
