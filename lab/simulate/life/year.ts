import { editSettings, readSettings } from '../../../contract/hospital/settings.ts'
import { minute } from '../../../server/demo/calendar.ts'
import { Clinic } from './clinic.ts'
import { type Life, weekdayOf } from './life.ts'
import { planRefusals } from './rules.ts'
import { planLooks } from './screens.ts'
import { Store } from './store.ts'
import { Wards } from './wards.ts'

/** Lives a hospital's days from the first minute of the first one to midnight of the last. */
export async function liveThrough(life: Life, onDay: (day: number) => Promise<void> | void): Promise<void> {
  const { agenda, clock, size } = life
  const first = clock.day
  const [clinic, wards, store] = [new Clinic(life), new Wards(life), new Store(life)]
  await setUp(life)
  await Promise.all([wards.setUp(), store.setUp()])
  clinic.planBookingsBefore()
  wards.planFirstPatients()
  for (let day = first; day < first + size.days; day++) {
    planShifts(life)
    clinic.plan()
    wards.plan()
    store.plan()
    planLooks(life)
    planRefusals(life)
    const midnight = clock.midnightOf(day + 1)
    for (let moment = clock.now; moment < midnight; moment += size.step * minute) {
      if (moment > clock.now) await clock.goTo(moment)
      await agenda.live(moment, size.atOnce)
    }
    await clock.goTo(midnight)
    await onDay(day - first + 1)
  }
}

async function setUp({ staff, size }: Life): Promise<void> {
  const admin = staff.admins.one()
  const { version, updatedAt: _, ...settings } = await admin.get(readSettings)
  await admin.get(
    editSettings,
    {
      body: {
        ...settings,
        hospitalName: `A hospital of ${size.beds} beds`,
        timeZone: size.timeZone,
        currency: 'GBP',
        cleansAfterDischarge: true,
        waitingLimitMinutes: 60,
      },
    },
    { version },
  )
}

/** On Mondays everybody signs in again, because no browser stays signed in over the weekend. */
function planShifts({ agenda, clock, staff, random, size }: Life): void {
  if (weekdayOf(clock.day) !== 0) return
  for (const person of staff.everybody) {
    const comes = clock.wall.momentAt(clock.day, 5 * 60 + random.below(4) * size.step)
    agenda.at(comes, () => person.signInAnew())
  }
}
