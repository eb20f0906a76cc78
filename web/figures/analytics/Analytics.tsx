import { getRouteApi } from '@tanstack/react-router'
import { daysAfter } from '../../../contract/days.ts'
import { faultOf, lengthOf, type Period } from '../../../contract/figures/analytics.ts'
import { BackLink } from '../../ground/links/links.tsx'
import { PeriodPicker } from '../../ground/records/list/PeriodPicker.tsx'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDay } from '../../ground/ui/format.ts'
import { ChoiceBar } from '../../ground/ui/list/ChoiceBar.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { usePhone } from '../../ground/ui/use-phone.ts'
import classes from './Analytics.module.css'
import { Clinics } from './Clinics.tsx'
import { Store } from './Store.tsx'
import type { AnalyticsSearch } from './search.ts'
import { Visits } from './Visits.tsx'
import { Wards } from './Wards.tsx'
import { earlierWords } from './words.ts'

const route = getRouteApi('/signed-in/shell/analytics')

const lengths = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '12 months' },
] as const
const usualLength = 30

/** The days that the URL names; the last thirty if they are invalid. */
function periodOf({ days = usualLength, from, to }: AnalyticsSearch, today: string): Period {
  if (from && to && !faultOf({ from, to })) return { from, to }
  return { from: daysAfter(today, 1 - days), to: today }
}

/** The figures of a period beside the one before it; each role sees what it may. */
export function Analytics() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const today = useToday()
  const isPhone = usePhone()
  const mayDo = useMay()
  const { hasSchedules } = useSite()
  const period = periodOf(search, today)
  const isOwn = search.from !== undefined && search.to !== undefined
  const show = (chosen: AnalyticsSearch) =>
    void navigate({ search: chosen, replace: true, resetScroll: false })

  return (
    <>
      <PageHeader
        title="Analytics"
        context={`${formatDay(period.from)} to ${formatDay(period.to)}, compared with ${earlierWords(lengthOf(period))}`}
        back={<BackLink to="/dashboard">Dashboard</BackLink>}
      >
        <PeriodPicker period={period} today={today} faultOf={faultOf} onPeriod={show} />
      </PageHeader>
      <div className={classes.choice}>
        <ChoiceBar
          label="Period"
          fill={isPhone}
          choices={lengths}
          value={isOwn ? 'none' : String(search.days ?? usualLength)}
          onChange={(chosen) => show({ days: ([7, 90, 365] as const).find((one) => String(one) === chosen) })}
        />
      </div>
      <div className={classes.parts}>
        {mayDo('appointment.view') && <Visits period={period} />}
        {hasSchedules && mayDo('appointment.view') && <Clinics period={period} />}
        {mayDo('bed.view') && <Wards period={period} />}
        {mayDo('inventory.view') && <Store period={period} />}
      </div>
    </>
  )
}
