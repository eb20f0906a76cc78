import { savePatientPhoto } from '../../../../contract/people/patient-photos.ts'
import type { Client } from '../../client.ts'

/** The segments of a JPEG of this size, with others before the picture and some bytes in it. */
export function jpeg({
  width = 320,
  height = 320,
  segments = [] as [mark: number, content: string][],
  picture = `picture ${Math.random()}`,
} = {}): Buffer {
  const segment = (mark: number, content: Buffer) => {
    const head = Buffer.from([0xff, mark, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments.map(([mark, content]) => segment(mark, Buffer.from(content))),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 0x3f, 0])),
    Buffer.from(picture),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** Saves a photo of the patient; answers its mark. */
export async function givenPhoto(desk: Client, patient: { id: string }, photo = jpeg()): Promise<string> {
  const body = { photo: photo.toString('base64'), seen: null }
  const { photoMark } = (await desk.call(savePatientPhoto, { params: { id: patient.id }, body })).body
  if (!photoMark) throw new Error('the photo was not saved')
  return photoMark
}
