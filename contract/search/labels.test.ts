import { expect, test } from 'vitest'
import { labelCode, readLabelCode } from './labels.ts'

const patientId = '0d9f6a54-3c1e-4b7a-9f00-5ad1c0ffee42'
const code = labelCode({ mark: '7AB31F09', patientId })

test('a code is letters and digits that one kind of QR code holds tightly, and says whose it is and where', () => {
  expect(code).toBe('LTN7AB31F090D9F6A543C1E4B7A9F005AD1C0FFEE42')
  expect(code).toMatch(/^[0-9A-Z]{43}$/)
  expect(readLabelCode(code)).toEqual({ code, mark: '7AB31F09', patientId, rest: '' })
})

test('it is known in whatever case it is typed, with a line end, and behind what stood in the box before', () => {
  for (const typed of [code.toLowerCase(), `${code}\n`, `  ${code} `]) {
    expect(readLabelCode(typed)).toMatchObject({ code, patientId, rest: '' })
  }
  expect(readLabelCode(`okafor${code}`)).toMatchObject({ patientId, rest: 'okafor' })
  const next = '7c1b1c7e-0a53-4f86-8d2b-6f2a9c3d4e5f'
  const scannedTwice = code + labelCode({ mark: '7AB31F09', patientId: next })
  expect(readLabelCode(scannedTwice)).toMatchObject({ patientId: next, rest: '' })
})

test('what people type is no code, and neither is a part of one', () => {
  for (const typed of ['', 'LTN', 'Lton', 'MRN1000', patientId, code.slice(0, -1), code.replace('F', 'G')]) {
    expect(readLabelCode(typed), typed).toBe(undefined)
  }
})
