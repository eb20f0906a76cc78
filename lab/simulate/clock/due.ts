const minute = 60_000

/**
 * Whether a job (record 12) was due after one moment, up to another. It reads only the cron expressions that jobs use.
 */
export function isDueWithin(every: string, after: number, until: number): boolean {
  for (let moment = Math.floor(after / minute) + 1; moment * minute <= until; moment++) {
    if (isDueAt(every, new Date(moment * minute))) return true
  }
  return false
}

function isDueAt(every: string, moment: Date): boolean {
  const [minutes = '', hours = '', ...days] = every.split(' ')
  if (days.join(' ') !== '* * *') throw new Error(`The simulation can’t tell when a job is due: ${every}`)
  return matches(minutes, moment.getUTCMinutes()) && matches(hours, moment.getUTCHours())
}

function matches(field: string, value: number): boolean {
  const [, step, only] = /^\*(?:\/(\d+))?$|^(\d+)$/.exec(field) ?? []
  if (field !== '*' && !step && !only)
    throw new Error(`The simulation can’t tell when a job is due: ${field}`)
  return only ? value === Number(only) : value % Number(step ?? 1) === 0
}
