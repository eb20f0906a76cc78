import pg from 'pg'

/** The tables of each area. A statement that names tables of several is listed in the first. */
const areas = {
  beds: 'bed|unit|admission|stay|acuity_entry',
  stock:
    'inventory_item|batch|stock_movement|stock_alert|purchase_order|purchase_order_line|supplier|storage_location|recipient_look',
  allergies: 'allergy|medication|formulary_medicine',
  queue: 'appointment|queue_day|appointment_status_change',
  permissions: 'staff|staff_shift|session|account|invitation|notification',
} as const

interface Asked {
  text: string
}
interface Parser {
  parse(asked: Asked, more?: boolean): void
}

/** A count by itself is asked for only where a page is empty, which depends on the records of the test. */
const isCountAlone = (text: string) => /^\/\*.*\*\/ +select \(select count\(\*\)[^]* as n$/.test(text)

/** Records the text of each statement that PostgreSQL is given to plan from now on, until `stop`. */
export function recordStatements() {
  const connection = pg.Connection.prototype as unknown as Parser
  const { parse } = connection
  const texts = new Set<string>()
  connection.parse = function (this: Parser, asked, more) {
    const text = linesOf(asked.text)
    if (!isCountAlone(text)) texts.add(text)
    parse.call(this, asked, more)
  }
  const named = Object.entries(areas).map(
    ([area, tables]) => [area, new RegExp(`\\b(from|join|update|into) "?(${tables})"?\\b`)] as const,
  )
  return {
    areas,
    stop() {
      connection.parse = parse
    },
    /** The statements of an area, in the order of their texts. */
    of(area: string): string {
      const own = [...texts].filter((text) => named.find(([, names]) => names.test(text))?.[0] === area)
      return `${own.toSorted().join('\n;\n')}\n;\n`
    },
  }
}

/** The lines without what only indents them, and without empty ones. */
function linesOf(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}
