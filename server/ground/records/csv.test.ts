import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const beginnings = ['', '\t', '\r', '\n', '\u200B', '\uFEFF', '\u00AD\u2060', '  ', '"', '""\t', '\u3000']
const after = ['a;', 'a; ', 'a\t', 'a\r', 'a\n', 'a\r\n\u200B', 'a"', 'a；', 'a\u2028', ';;']
const hidden = [...beginnings, ...after].flatMap((before) =>
  ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '＝1', '＋1', '－1', '＠SUM(A1)', '﹦1'].map(
    (formula) => before + formula,
  ),
)

test.each(hidden)('%j is no formula, however its cell is split', async (typed) => {
  expect(formulasIn(await csvOfCell(typed))).toEqual([])
})

test('nothing that can be put together hides a formula', async () => {
  const parts = fc.constantFrom(...'=+-@＝＠;；"\', \t\r\n\u200B\uFEFF\u00AD\u2028a1'.split(''))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: parts, maxLength: 12 }), async (typed) => {
      expect(formulasIn(await csvOfCell(typed))).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['as it is typed', (typed: string) => typed],
  // The usual advice, which protects a cell but not the parts that a spreadsheet splits it into.
  [
    'with a mark before what begins with one of four signs',
    (typed: string) => typed.replace(/^[=+\-@]/, "'$&"),
  ],
])('a writer that puts cells down %s is found', async (_how, write) => {
  const cells = hidden.map((typed) => `cell\r\n"${write(typed).replaceAll('"', '""')}"\r\n`)
  const found = cells.filter((csv) => formulasIn(csv).length > 0)
  // The mark only helps if nothing comes before the sign.
  expect(hidden.length - found.length).toBeLessThanOrEqual(4)
})

test.each(['Ångström-Wei', 'a = b', 'x@example.org', '2 + 2', "O'Neill", 'A, -b'])(
  '%j stays as it is',
  async (typed) => {
    expect(await csvOfCell(typed)).toContain(typed)
  },
)

test('a negative number stays a number, and a text that looks like one a text', async () => {
  expect(await csvOfCell(-5.25)).toBe('cell\r\n-5.25\r\n')
  expect(await csvOfCell('-5.25')).toBe("cell\r\n'-5.25\r\n")
})

/** The parts that a spreadsheet could take for a formula, wherever it splits the cells. */
function formulasIn(csv: string): string[] {
  const [, ...written] = csv.split('\r\n')
  return written
    .join('\r\n')
    .split(/[;；\t\r\n\u2028"]/)
    .map((cell) => cell.replace(/^[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/u, '').normalize('NFKC'))
    .filter((cell) => /^[=+\-@]/.test(cell))
}

function csvOfCell(cell: string | number): Promise<string> {
  async function* rows() {
    yield cell
  }
  return text(csvOf(rows(), { cell: (row: string | number) => row }))
}
