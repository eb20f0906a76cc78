import { largestPhoto, smallestSide } from '../../../../contract/people/patient-photos.ts'

/** The square of a picture that becomes the photo, in the picture's pixels. */
export interface Crop {
  left: number
  top: number
  side: number
}

/** A file that was read, or a frame of the camera. */
export interface Picture {
  source: ImageBitmap
  width: number
  height: number
}

/** Pixels of a side of the photo, from the first to what is tried if it is too large. */
const sides = [480, 360, 240]
const qualities = [0.86, 0.7]
/** Bytes of a file that is worth reading. */
const largestFile = 40_000_000

/** A file as a picture, turned as its camera was held. @throws Error with a sentence */
export async function pictureOf(file: Blob): Promise<Picture> {
  if (file.size > largestFile) throw new Error('This file is too large. Choose one of at most 40 MB.')
  const source = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that can be shown. Choose a JPEG, PNG or WebP file.')
  })
  const { width, height } = source
  if (Math.min(width, height) < smallestSide)
    throw new Error(`This picture is too small. Choose one with at least ${smallestSide} pixels a side.`)
  return { source, width, height }
}

/** The largest square, in the middle; of a picture that is taller than wide nearer to the top, where faces are. */
export function firstCrop({ width, height }: Picture): Crop {
  const side = Math.min(width, height)
  return { side, left: (width - side) / 2, top: (height - side) / 3 }
}

/** How far a picture can be magnified. */
export function mostZoom({ width, height }: Picture): number {
  return Math.max(1, Math.min(4, Math.min(width, height) / smallestSide))
}

export function zoomOf({ width, height }: Picture, { side }: Crop): number {
  return Math.min(width, height) / side
}

/** Magnified around the middle of the square. */
export function zoomed(picture: Picture, crop: Crop, zoom: number): Crop {
  const within = Math.min(mostZoom(picture), Math.max(1, zoom))
  const side = Math.min(picture.width, picture.height) / within
  const shift = (crop.side - side) / 2
  return inside(picture, { side, left: crop.left + shift, top: crop.top + shift })
}

/** The picture moved under the square, by parts of the square's side. */
export function moved(picture: Picture, crop: Crop, right: number, down: number): Crop {
  return inside(picture, {
    ...crop,
    left: crop.left - right * crop.side,
    top: crop.top - down * crop.side,
  })
}

function inside({ width, height }: Picture, { side, left, top }: Crop): Crop {
  return {
    side,
    left: Math.min(width - side, Math.max(0, left)),
    top: Math.min(height - side, Math.max(0, top)),
  }
}

export function draw(canvas: HTMLCanvasElement, { source }: Picture, { left, top, side }: Crop): void {
  const to = canvas.getContext('2d')
  if (!to) return
  // A JPEG has no transparent parts.
  to.fillStyle = '#fff'
  to.fillRect(0, 0, canvas.width, canvas.height)
  to.imageSmoothingQuality = 'high'
  to.drawImage(source, left, top, side, side, 0, 0, canvas.width, canvas.height)
}

/** The square as a JPEG that is small enough; drawn anew, it holds nothing but the picture. @throws Error with a sentence */
export async function photoFrom(picture: Picture, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  for (const side of sides) {
    canvas.width = canvas.height = Math.max(smallestSide, Math.min(side, Math.round(crop.side)))
    draw(canvas, picture, crop)
    for (const quality of qualities) {
      const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
      if (photo && photo.size <= largestPhoto) return photo
    }
  }
  throw new Error('The photo could not be made small enough. Choose another picture.')
}
