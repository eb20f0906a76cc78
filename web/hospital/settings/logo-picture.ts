import { longestLogo } from '../../../contract/hospital/settings.ts'

/** Pixels of the longer side: prints show it 12 mm high, screens 32 pixels. */
const largestSide = 512
const smallestSide = 96

/** A picture of any size as the hospital keeps it: a small PNG as a data URL. @throws Error with a sentence */
export async function logoOf(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that can be shown. Choose a PNG, WebP or JPEG file.')
  })
  for (let side = largestSide; side >= smallestSide; side /= 2) {
    const drawn = drawnAt(picture, side)
    if (drawn.length <= longestLogo) return drawn
  }
  throw new Error('This picture is too large. Choose one with fewer details.')
}

function drawnAt(picture: ImageBitmap, side: number): string {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
