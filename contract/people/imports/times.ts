const written = /^(\d{1,2})(?:[:.h](\d{2})(?::\d{2})?)?\s*([ap])?\.?(?:m\.?)?$/i
/** Spreadsheets and databases write a time behind a day, which is its own column's. */
const dayBefore = /^\d[\d\-/.]*\d[ T](?=\d{1,2}:\d{2})/

/** '9:30', '09.30', '9:30 PM', '2026-12-01 09:30:00' → '09:30'; undefined for what is no time of a day. */
export function readTime(typed: string): string | undefined {
  const [, digits = '', minutes, half] = written.exec(typed.trim().replace(dayBefore, '')) ?? []
  if (digits === '' || (minutes === undefined && !half)) return undefined
  const hour = Number(digits)
  if (half ? hour < 1 || hour > 12 : hour > 23) return undefined
  const hours = half ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour
  return Number(minutes ?? 0) > 59 ? undefined : `${String(hours).padStart(2, '0')}:${minutes ?? '00'}`
}
