/** Quantities of stock have three decimals at most. */
const thousandths = (quantity: number) => Math.round(quantity * 1000)

/** A quantity rounded up to whole packs, or down if that is more than `most`; as it is without a pack size. */
export function inWholePacks(quantity: number, packSize: number | null, most: number): number {
  if (packSize === null) return Math.min(quantity, most)
  const pack = thousandths(packSize)
  const packs = Math.min(Math.ceil(thousandths(quantity) / pack), Math.floor(thousandths(most) / pack))
  return (packs * pack) / 1000
}

/** '3 packs of 100'; undefined where a quantity is not in whole packs. */
export function packWords(quantity: number, packSize: number | null | undefined): string | undefined {
  if (!packSize || quantity <= 0 || thousandths(quantity) % thousandths(packSize) !== 0) return undefined
  const packs = thousandths(quantity) / thousandths(packSize)
  const [count, size] = [packs, packSize].map((figure) => figure.toLocaleString('en-US'))
  return `${count} ${packs === 1 ? 'pack' : 'packs'} of ${size}`
}
