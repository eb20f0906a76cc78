import { expect, type Locator, type Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'

/** Prints the page, which learns that it was printed. Returns the width and height of each sheet, in millimetres. */
export async function sheets(page: Page): Promise<[width: number, height: number][]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(boxes.length)
  const millimetres = (points: string | undefined) => Math.round((Number(points) / 72) * 25.4)
  return boxes.map(([, width, height]) => [millimetres(width), millimetres(height)])
}

/** The text that a scanner reads from the first code on the printed sheet. */
export async function codeOn(sheet: Locator): Promise<string> {
  const page = sheet.page()
  await page.emulateMedia({ media: 'print' })
  const png = await sheet.getByRole('img', { name: 'Code of the patient' }).first().screenshot()
  const image: { width: number; height: number; data: number[] } = await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${png.toString('base64')}'), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context.drawImage(bitmap, 0, 0)
    return { width, height, data: [...context.getImageData(0, 0, width, height).data] }
  })()`)
  await page.emulateMedia({ media: null })
  return decodeQR({ ...image, data: Uint8Array.from(image.data) })
}

/** Whether everything fits on a sheet of this size in millimetres: no word is cut off, and nothing is shrunk. */
export async function isWhole(sheet: Locator, [width, height]: [number, number]): Promise<boolean> {
  const page = sheet.page()
  const usual = page.viewportSize()
  const pixels = (millimetres: number) => Math.round((millimetres / 25.4) * 96)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: pixels(width), height: pixels(height) })
  const isCut = await sheet.evaluate((section) =>
    [section.ownerDocument.documentElement, section, ...section.querySelectorAll('div')].some(
      (box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1,
    ),
  )
  await page.emulateMedia({ media: null })
  if (usual) await page.setViewportSize(usual)
  return !isCut
}

/** Types like a scanner, with `delay` milliseconds between letters and Enter at the end. */
export async function scan(box: Locator, code: string, delay = 0): Promise<void> {
  await box.focus()
  const { keyboard } = box.page()
  await keyboard.type(code, { delay })
  await keyboard.press('Enter')
}
