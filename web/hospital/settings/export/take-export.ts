import { downloadHospitalExport } from '../../../../contract/hospital/hospital-exports.ts'
import { call } from '../../../ground/client/api.ts'
import { saveFile } from '../../../ground/client/save-file.ts'
import { sizeWords } from '../backups/size.ts'

/** Milliseconds between two figures on the screen. */
const betweenFigures = 250

/** The file broke off, so that nothing was saved. */
class NotWhole extends Error {}

/**
 * Reads the file of a confirmed export to its end, and only then hands it to the browser's downloads. Answers its size.
 * @throws ApiError, NotWhole, or an AbortError where it was stopped
 */
export async function takeExport(
  id: string,
  options: { passphrase: string | null; day: string; signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<number> {
  const { passphrase, day, signal, onBytes } = options
  const answer = await call(downloadHospitalExport, { params: { id }, body: { passphrase } }, { signal })
  let bytes = 0
  let shownAt = 0
  const counted = answer.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        bytes += chunk.length
        out.enqueue(chunk)
        if (performance.now() - shownAt < betweenFigures) return
        shownAt = performance.now()
        onBytes(bytes)
      },
    }),
  )
  const file = await new Response(counted ?? null).blob().catch((cause: unknown) => {
    if (signal.aborted) throw cause
    const sentence = `The file is not whole: it broke off after ${sizeWords(bytes)}, and was not saved. Export again.`
    throw new NotWhole(sentence, { cause })
  })
  saveFile(file, `lantern-export-${day}.zip${passphrase === null ? '' : '.age'}`)
  return bytes
}
