/** A JPEG without all that its file tells beside the picture. */
export interface PlainJpeg {
  bytes: Buffer
  width: number
  height: number
}

const marks = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe, adobe: 0xee }
/** The segments that tell the size: all kinds of frame, without the three of the same row that are none. */
const isFrame = (mark: number) => mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)
/** EXIF with place and camera, and all else that programs add; the colour transform of Adobe is needed to show it. */
const isTold = (mark: number) =>
  (mark >= 0xe1 && mark <= 0xef && mark !== marks.adobe) || mark === marks.comment

/**
 * Reads the segments before the picture, and keeps those that are needed to show it; undefined where it is no JPEG. What
 * stands behind its end is cut off.
 */
export function plainJpeg(file: Buffer): PlainJpeg | undefined {
  if (file[0] !== 0xff || file[1] !== marks.start) return undefined
  const kept = [file.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2; at + 4 <= file.length; ) {
    const mark = file[at + 1] ?? 0
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (file[at] !== 0xff || end > file.length) return undefined
    if (isFrame(mark)) {
      if (end - at < 9) return undefined
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    }
    if (mark === marks.scan) {
      const last = file.lastIndexOf(Buffer.from([0xff, marks.end]))
      if (!size || last < end) return undefined
      return { bytes: Buffer.concat([...kept, file.subarray(at, last + 2)]), ...size }
    }
    if (!isTold(mark)) kept.push(file.subarray(at, end))
    at = end
  }
  return undefined
}
