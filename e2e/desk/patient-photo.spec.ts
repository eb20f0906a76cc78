import { expect, type Locator, type Page } from '@playwright/test'
import { dear, pageOf, test } from '../people.ts'
import { registered } from '../queue-people.ts'

/** A PNG of two colours, side by side. */
async function pictureOf(page: Page, left: string, right: string) {
  const url: string = await page.evaluate(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 400 })
    const to = canvas.getContext('2d')
    to.fillStyle = '${left}'
    to.fillRect(0, 0, 400, 400)
    to.fillStyle = '${right}'
    to.fillRect(400, 0, 400, 400)
    return canvas.toDataURL('image/png')
  })()`)
  const buffer = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
  return { name: 'picture.png', mimeType: 'image/png', buffer }
}

/** The strongest colour of a photo near its left and its right edge. */
function colours(photo: Locator): Promise<string[]> {
  return photo.evaluate((image) => {
    const { document } = image.ownerDocument.defaultView as unknown as {
      document: { createElement: (name: string) => Record<string, never> }
    }
    const canvas = Object.assign(document.createElement('canvas'), {
      width: 100,
      height: 100,
    }) as unknown as {
      getContext: (kind: string) => {
        drawImage: (...drawn: unknown[]) => void
        getImageData: (...part: number[]) => { data: number[] }
      }
    }
    const to = canvas.getContext('2d')
    to.drawImage(image, 0, 0, 100, 100)
    return [5, 95].map((x) => {
      const { data } = to.getImageData(x, 50, 1, 1)
      const all = [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0]
      return ['red', 'green', 'blue'][all.indexOf(Math.max(...all))] ?? ''
    })
  })
}

test('the desk adds a photo, cropped by keyboard, and a doctor’s open record shows it, the next one, and none', async ({
  browser,
}) => {
  dear('two people at their own computers, three pictures and a print')
  const [desk, doctor] = [await pageOf(browser, 'receptionist'), await pageOf(browser, 'doctor')]
  // A printed sheet stays until it was looked at.
  await desk.addInitScript('window.print = () => {}')
  const patient = await registered(desk)
  await Promise.all([desk.goto(`/patients/${patient.id}`), doctor.goto(`/patients/${patient.id}`)])
  const shown = doctor.getByRole('button', { name: /^Open the photo of / }).locator('img')
  const dialog = desk.getByRole('dialog', { name: /^Photo of / })
  const file = dialog.locator('input[type=file]').first()
  await expect(doctor.getByRole('region', { name: 'Patient' })).toContainText(patient.mrn)
  await expect(doctor.getByRole('button', { name: 'Add photo' })).toHaveCount(0)

  await desk.getByRole('button', { name: 'Add photo' }).click()
  await expect(dialog).toContainText(patient.mrn)
  await file.setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('No picture') })
  await expect(dialog.getByRole('alert')).toContainText(
    'This file is not a picture that can be shown. Choose a JPEG, PNG or WebP file.',
  )
  await file.setInputFiles(await pictureOf(desk, '#f00', '#00f'))
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const crop = dialog.getByRole('application', { name: 'Part of the picture that is shown' })
  await crop.focus()
  for (let presses = 0; presses < 10; presses++) await desk.keyboard.press('ArrowLeft')
  // A dialog that is closed by mistake keeps the picture.
  await desk.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await desk.getByRole('button', { name: 'Add photo' }).click()
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(dialog).toBeHidden()
  await expect(shown).toBeVisible()
  expect(await colours(shown)).toEqual(['blue', 'blue'])

  await desk.getByRole('button', { name: /^Open the photo of / }).click()
  await file.setInputFiles(await pictureOf(desk, '#f00', '#0f0'))
  await dialog.getByRole('button', { name: 'Replace photo' }).click()
  await expect.poll(() => colours(shown)).toEqual(['red', 'green'])

  await desk.getByRole('button', { name: 'Labels' }).click()
  await desk.getByRole('menuitem', { name: 'Print Wristband with Photo' }).click()
  const printed = desk.locator('[data-print-sheet] section[aria-label="Wristband"] img')
  await expect.poll(() => colours(printed)).toEqual(['red', 'green'])
  await desk.evaluate("dispatchEvent(new Event('afterprint'))")
  await expect(printed).toHaveCount(0)

  // A doctor sees it in large, and changes nothing.
  await doctor.getByRole('button', { name: /^Open the photo of / }).click()
  const large = doctor.getByRole('dialog', { name: /^Photo of / })
  await expect(large.getByText(/^Taken /)).toBeVisible()
  await expect(large.getByRole('button', { name: 'Choose a file' })).toHaveCount(0)
  await doctor.keyboard.press('Escape')

  await desk.getByRole('button', { name: /^Open the photo of / }).click()
  await dialog.getByRole('button', { name: 'Remove photo' }).click()
  const question = desk.getByRole('dialog', { name: 'Remove this photo?' })
  await expect(question).toContainText(patient.mrn)
  await question.getByRole('button', { name: 'Remove photo' }).click()
  await expect(shown).toHaveCount(0)
  await expect(desk.getByRole('button', { name: 'Add photo' })).toBeVisible()
})
