/**
 * The code on whatever is printed to go with a patient: 'LTN', the hospital's mark and the patient's id, which say nothing
 * of the patient. Letters and digits alone, in either case, which scanners type alike whatever the keyboard is set to.
 */
interface Labelled {
  mark: string
  patientId: string
}

export const labelShape = /LTN([\dA-F]{8})([\dA-F]{8})([\dA-F]{4})([\dA-F]{4})([\dA-F]{4})([\dA-F]{12})/i

export function labelCode({ mark, patientId }: Labelled): string {
  return `LTN${mark}${patientId.replaceAll('-', '')}`.toUpperCase()
}

/** The code in what was typed, scanned or pasted, the last one of several; what stood there before is left over. */
export function readLabelCode(typed = ''): (Labelled & { code: string; rest: string }) | undefined {
  const begin = typed.toUpperCase().lastIndexOf('LTN')
  const found = begin < 0 ? null : labelShape.exec(typed.slice(begin))
  if (!found) return undefined
  const [code, mark = '', ...id] = found
  return {
    code: code.toUpperCase(),
    mark: mark.toUpperCase(),
    patientId: id.join('-').toLowerCase(),
    rest: typed.replace(/LTN[\dA-F]{40}/gi, '').trim(),
  }
}
