import type { PictureName } from './content.ts'

/** Pixels of a picture as it is stored. */
interface Size {
  width: number
  height: number
}

/** The pictures that there are; scripts/pictures.ts takes them in these sizes. */
const wide = { desk: { width: 1280, height: 800 }, phone: { width: 682, height: 826 } }
const usual = { desk: { width: 1008, height: 672 }, phone: { width: 682, height: 826 } }

export const shots: Record<PictureName, { desk: Size; phone: Size }> = {
  dashboard: wide,
  queue: usual,
  beds: usual,
  record: usual,
  inventory: usual,
}
