import type { Hospital, Hospitals } from '../hospitals/hospitals.ts'
import { quantile } from '../measure.ts'
import type { Report } from '../report.ts'
import { rounded } from '../table.ts'
import { compareAll } from './comparing.ts'
import { importPatients } from './importing.ts'
import { exportHospital } from './leaving.ts'

/** The bounds for moving in 100,000 patients: seconds, MB, milliseconds, and events a second. */
export const most = { check: 60, commit: 120, growth: 200, desk: 250, events: 1, comparing: 60 }
/** The bounds for an export: MB, and milliseconds for the others meanwhile. */
export const mostOfExport = { growth: 64, held: 250 }

/** Moves patients into a small hospital, and compares them all. */
export async function measureMovingIn(hospitals: Hospitals, rows: number, { add }: Report): Promise<void> {
  const hospital = await hospitals.openToMoveIn()
  const many = `${rows.toLocaleString('en')} patients`
  try {
    const found = await importPatients(hospital, rows)
    const time = (what: string, figure: number, bound: number) =>
      add({ what, measured: `${rounded(rows / figure)} a second`, figure, unit: 's', bound: { most: bound } })
    time(`check of an import of ${many}`, found.check, most.check)
    time(`commit of an import of ${many}`, found.commit, most.commit)
    add({
      what: 'memory for an import',
      measured: `${many}, from the file until the end of the commit`,
      figure: found.growth,
      unit: 'MB',
      bound: { most: most.growth },
    })
    add({
      what: 'p99, registrations while an import commits',
      measured: `p50 ${rounded(quantile(found.desk, 0.5))} ms of ${found.desk.length}`,
      figure: quantile(found.desk, 0.99),
      unit: 'ms',
      bound: { most: most.desk },
    })
    add({
      what: 'live events a second on a screen while an import commits',
      measured: 'the most of 200 screens',
      figure: found.events,
      unit: '/ s',
      bound: { most: most.events },
    })
    time(`first comparison of ${many} for duplicates`, await compareAll(hospital), most.comparing)
  } finally {
    await hospital.drop()
  }
}

export async function measureLeaving(hospital: Hospital, { add }: Report): Promise<void> {
  const { size, seconds, growth, held } = await exportHospital(hospital)
  const what = `the whole hospital’s export, ${hospital.size.toLocaleString('en')} patients`
  add({
    what: `memory for ${what}`,
    measured: `${rounded(size)} MB in ${rounded(seconds)} s`,
    figure: growth,
    unit: 'MB',
    bound: { most: mostOfExport.growth },
  })
  add({
    what: `longest wait of others during ${what}`,
    measured: 'of requests that read nothing',
    figure: held,
    unit: 'ms',
    bound: { most: mostOfExport.held },
  })
}
