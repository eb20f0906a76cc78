import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { sheetsOf } from './sheets.ts'

const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** An XLSX file as Excel writes one: cells are the XML of each, and style 1 is a date. */
async function workbook(sheets: Readonly<Record<string, readonly string[][]>>): Promise<ArrayBuffer> {
  const names = Object.keys(sheets)
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${type}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names
      .map(
        (_, at) =>
          `<Relationship Id="rId${at + 1}" Type="${type}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
  }
  for (const [at, rows] of Object.values(sheets).entries()) {
    const cells = rows.map(
      (row, line) =>
        `<row r="${line + 1}">${row
          .map((cell, column) => cell.replace('<c', `<c r="${String.fromCharCode(65 + column)}${line + 1}"`))
          .join('')}</row>`,
    )
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`
  }
  const zip = new ZipFile()
  for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), path)
  zip.end()
  const bytes = await buffer(zip.outputStream)
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer
}

const text = (words: string) => `<c t="inlineStr"><is><t xml:space="preserve">${words}</t></is></c>`
const figure = (digits: string) => `<c><v>${digits}</v></c>`
const day = (serial: string) => `<c s="1"><v>${serial}</v></c>`

test('dates are written as ISO, numbers as text, and text as it is', async () => {
  const file = await workbook({
    Patients: [
      [text('Name'), text('Born'), text('Phone'), text('Weight'), text('Note'), text('VIP')],
      [
        text('Rao, Asha'),
        day('29466'),
        figure('9.87654321E9'),
        figure('61.300000000000004'),
        text('=1+1'),
        '<c t="b"><v>1</v></c>',
      ],
      [
        text('says “hm” "so"'),
        day('43101.5'),
        text('0044 20'),
        figure('7'),
        '<c t="str"><f>A1</f><v>x</v></c>',
      ],
    ],
    Empty: [],
  })
  expect(await sheetsOf(file)).toEqual([
    {
      name: 'Patients',
      csv: [
        'Name,Born,Phone,Weight,Note,VIP\r\n',
        '"Rao, Asha",1980-09-02,9876543210,61.3,=1+1,TRUE\r\n',
        '"says “hm” ""so""",2018-01-01 12:00,0044 20,7,x,\r\n',
      ].join(''),
      rows: 2,
      warnings: [],
    },
  ])
})

test('numbers of differing lengths, and numbers too long for Excel, are warned of', async () => {
  const file = await workbook({
    A: [
      [text('National number'), text('Age'), text('Card'), text('Phone')],
      [figure('1234567'), figure('7'), figure('1.2345678901234568E+17'), text('001')],
      [figure('234567'), figure('71'), figure('123456789012345680'), figure('9876543210')],
    ],
  })
  const [sheet] = await sheetsOf(file)
  expect(sheet?.warnings).toEqual([
    { header: 'National number', lost: 'zeros' },
    { header: 'Card', lost: 'digits' },
  ])
  expect(sheet?.csv).toContain('123456789012345680')
})
