import { type ClockStyle, spokenDay, spokenTime } from '../../../contract/spoken.ts'
import type { CopiedList, Entry, PatientCopy, Value } from './queries.ts'
import { choiceWords, labelOf, listTitles } from './words.ts'

/** The hospital that gives the copy, and the moment and the person. */
export interface CopyHead {
  hospital: { name: string; address: string | null; phone: string | null; email: string | null }
  copiedAt: string
  copiedBy: string
  timeZone: string
  clockStyle: ClockStyle
}

const style = `
  body { font: 11pt/1.45 system-ui, sans-serif; max-width: 50rem; margin: 1.5rem auto; padding: 0 1rem; color: #111; background: #fff }
  h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; border-bottom: 1px solid #888; margin-top: 2rem; break-after: avoid }
  header img { float: right; width: 7rem; height: 7rem; object-fit: cover; margin: 0 0 1rem 1rem }
  .entry { border: 1px solid #bbb; border-radius: 4px; padding: .5rem .75rem; margin: .6rem 0; break-inside: avoid }
  .entry .entry { border: 0; border-inline-start: 2px solid #bbb; border-radius: 0; margin: .3rem 0 }
  .error { background: #f4f4f4 } .error strong { display: block }
  dl { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr; gap: .15rem .75rem; margin: 0 }
  dt { color: #444 } dd { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; min-width: 0; text-align: start }
  @media (max-width: 32rem) { dl { grid-template-columns: 1fr } dt { margin-top: .3rem } }
  @page { margin: 15mm }`

/** Markup has a type of its own, so that every other text is escaped. */
class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Part = string | number | Markup | readonly Markup[]

function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((before, text, at) => before + written(parts[at - 1] ?? '') + text))
}

function written(part: Part): string {
  if (part instanceof Markup) return part.text
  if (Array.isArray(part)) return part.map((one: Markup) => one.text).join('')
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

const nothing = new Markup('')

/** The copy as a page to read and print: without scripts, and without anything from elsewhere. */
export function copyPage({ patient, lists, photo }: PatientCopy, head: CopyHead): string {
  const written = writersFor(head)
  const { hospital } = head
  const name = `${String(patient['firstName'])} ${String(patient['lastName'])}`
  const reached = [hospital.address, hospital.phone, hospital.email].filter((one) => one !== null).join(' · ')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${name}: copy of the record</title>
<style>${new Markup(style)}</style>
</head>
<body>
<header>
${photo ? html`<img alt="Photo of the patient" src="data:image/jpeg;base64,${photo.toString('base64')}">` : nothing}
<h1><bdi>${name}</bdi></h1>
<p>Copy of the record at <bdi>${hospital.name}</bdi>, made ${written.moment(head.copiedAt)} by <bdi>${head.copiedBy}</bdi>.<br>
<bdi>${reached}</bdi></p>
</header>
<main>
<h2>Patient</h2>
${entryOf(patient, null, written)}
${(Object.keys(listTitles) as CopiedList[]).map((list) => sectionOf(list, lists[list], written))}
</main>
</body>
</html>
`
  return page.text
}

function sectionOf(list: CopiedList, entries: readonly Entry[], written: Writers): Markup {
  return html`<section>
<h2>${listTitles[list]}</h2>
${entries.length === 0 ? html`<p>Nothing is recorded.</p>` : entries.map((entry) => entryOf(entry, list, written))}
</section>
`
}

function entryOf({ enteredInError, ...entry }: Entry, list: CopiedList | null, written: Writers): Markup {
  const facts = Object.entries(entry).map(([field, value]) => factOf(field, value, list, written))
  if (!enteredInError) return html`<div class="entry"><dl>${facts}</dl></div>`
  const { at, by, reason } = enteredInError as Entry
  return html`<div class="entry error">
<strong>Entered in error: ${written.moment(String(at))}, <bdi>${String(by)}</bdi>: <bdi>${String(reason)}</bdi></strong>
<dl>${facts}</dl></div>`
}

function factOf(field: string, value: Value, list: CopiedList | null, written: Writers): Markup {
  if (value === null || value === '') return nothing
  const label = labelOf(field, list)
  if (Array.isArray(value)) {
    const entries = (value as readonly Entry[]).map((entry) => entryOf(entry, list, written))
    return entries.length === 0 ? nothing : html`<dt>${label}</dt><dd dir="ltr">${entries}</dd>`
  }
  return html`<dt>${label}</dt><dd dir="auto">${written.value(field, value as string | number | boolean)}</dd>`
}

interface Writers {
  moment(moment: string): string
  value(field: string, value: string | number | boolean): string
}

function writersFor({ timeZone, clockStyle }: CopyHead): Writers {
  const clock = clockIn(timeZone) ?? clockIn('UTC')
  const moment = (at: string) => {
    // '2026-11-29 20:04'
    const [day, time] = clock?.format(new Date(at)).split(' ') ?? []
    return day && time ? `${spokenDay(day)}, ${spokenTime(time, clockStyle)}` : at
  }
  return {
    moment,
    value(field, value) {
      if (typeof value === 'boolean') return value ? 'Yes' : 'No'
      if (typeof value === 'string' && /(^at|At|Since)$/.test(field)) return moment(value)
      if (typeof value === 'string' && isDayField(field)) return spokenDay(value)
      if (field === 'time') return spokenTime(String(value), clockStyle)
      return choiceWords(field, value)
    },
  }
}

const isDayField = (field: string) => /(^date|On|Birth|From|Until|Discharge)$/.test(field)

/** Node's zones may be older than PostgreSQL's. */
function clockIn(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  } catch {
    return null
  }
}
