import { type ChildProcess, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { wards } from '../contract/wards.ts'
import { ofNoHospital } from '../scripts/environment.ts'
import { freePort } from '../server/start/ports.ts'
import type { Bed } from './bed-people.ts'
import { call, signInAnew, test } from './people.ts'

/** A hospital of 1,000 beds, on a server of its own: other stories count their beds. */

const data = join(tmpdir(), `lantern-thousand-beds-${process.pid}`)
let server: ChildProcess
let origin: string

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  server = spawn(process.execPath, ['launch.mjs', 'demo'], {
    env: {
      ...process.env,
      ...ofNoHospital,
      PORT: String(port),
      HOST: '127.0.0.1',
      LANTERN_DATA: data,
      DATABASE_URL: '',
      NODE_ENV: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((ready, fail) => {
    server.stdout?.on('data', (chunk: Buffer) => chunk.includes('is ready at') && ready())
    server.once('exit', (code) => fail(new Error(`The server ended with ${code}`)))
  })
  const request = await playwright.request.newContext({ baseURL: origin })
  await signInAnew(request, 'admin')
  const present = (await call(request, 'GET', '/beds')).length
  const added: { id: string }[] = []
  await inTurns(1000 - present, async (place) => {
    const bed = { bedNumber: `L-${1000 + place}`, ward: wards[place % wards.length], notes: 'By the window' }
    added.push(await call(request, 'POST', '/beds', bed))
  })
  const [doctor] = await call(request, 'GET', '/users/doctors')
  const { items } = await call(request, 'GET', '/patients?limit=200')
  await inTurns(items.length, async (place) => {
    const admission = {
      patientId: items[place].id,
      bedId: added[place]?.id,
      doctorId: doctor.id,
      diagnosis: 'Fever',
    }
    // Some of them lie in a bed already, or have died.
    await call(request, 'POST', '/admissions', admission).catch(() => {})
  })
  await request.dispose()
})

test.afterAll(async () => {
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill()
  await ended
  await rm(data, { recursive: true, force: true })
})

test('1,000 beds are filtered, searched and followed', async ({ browser }) => {
  const page = await boardPage(browser)
  const beds: Bed[] = await call(page.request, 'GET', '/beds')
  const overview = page.getByRole('heading', { name: 'Bed Overview' }).locator('..')
  const drawn = page.getByRole('article')
  async function expectBeds(wanted: Bed[]) {
    await expect(overview).toContainText(`${wanted.length.toLocaleString('en')} beds`)
    const names = new Set(wanted.map(({ bedNumber }) => `Bed ${bedNumber}`))
    const shown = await drawn.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')))
    expect(shown.length).toBeGreaterThan(0)
    // All of them are there, a few of them drawn.
    expect(shown.length).toBeLessThan(80)
    expect(shown.filter((name) => !names.has(name ?? ''))).toEqual([])
  }
  await expect(page.getByRole('link', { name: 'Total Beds' })).toContainText('1,000')
  await expectBeds(beds)
  const statuses = page.getByRole('radiogroup', { name: 'Status' })
  for (const [label, status] of [
    ['Occupied', 'OCCUPIED'],
    ['Available', 'AVAILABLE'],
  ] as const) {
    await statuses.getByText(label, { exact: true }).click()
    await expectBeds(beds.filter((bed) => bed.status === status))
  }
  await statuses.getByText('All', { exact: true }).click()
  await expectBeds(beds)
  for (const typed of ['l-1', 'l-15', '']) {
    await page.getByRole('searchbox').fill(typed)
    await expectBeds(beds.filter(({ bedNumber }) => bedNumber.toLowerCase().includes(typed)))
  }

  const figure = page.getByRole('link', { name: 'Under Maintenance' })
  const before = beds.filter(({ status }) => status === 'MAINTENANCE').length
  const free = beds.find(({ bedNumber }) => bedNumber === 'L-1967')
  for (const [status, count] of [
    ['MAINTENANCE', before + 1],
    ['AVAILABLE', before],
  ] as const) {
    await call(page.request, 'PUT', `/beds/${free?.id}`, { status })
    await expect(figure).toContainText(String(count))
  }
})

test('the whole board is reached by scrolling and by keyboard', async ({ browser }) => {
  const page = await boardPage(browser)
  const board = page.getByRole('region', { name: '1,000 beds by ward' })
  await board.focus()
  await page.keyboard.press('End')
  await expect(board.getByRole('heading', { name: 'Psychiatric' })).toBeVisible()
  await expect(board.getByRole('article', { name: 'Bed Y-403' })).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Showing 21 to 40 of 1,000 beds')).toBeVisible()
})

async function boardPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin })
  await signInAnew(context.request, 'admin')
  const page = await context.newPage()
  await page.goto('/beds')
  return page
}

/** Ten at a time. */
async function inTurns(count: number, act: (place: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let place = next++; place < count; place = next++) await act(place)
  }
  await Promise.all(Array.from({ length: 10 }, worker))
}
