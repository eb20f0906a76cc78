import { ActionIcon, Button, Group, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { daysAfter } from '../../../contract/days.ts'
import { exportWeeklyReport, weekOf } from '../../../contract/figures/analytics.ts'
import { BackLink } from '../../ground/links/links.tsx'
import { ExportButton } from '../../ground/records/list/ExportButton.tsx'
import { RecordPrint } from '../../ground/records/print/RecordPrint.tsx'
import { useMay, useSite } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { formatDays } from '../../ground/ui/format.ts'
import { ErrorState } from '../../ground/ui/page/ErrorState.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { PrintSheet } from '../../ground/ui/print/PrintSheet.tsx'
import {
  alertsRaisedQuery,
  clinicFiguresQuery,
  stayFiguresQuery,
  storeFiguresQuery,
  visitFiguresQuery,
} from '../analytics/queries.ts'
import { Report } from './Report.tsx'

const route = getRouteApi('/signed-in/shell/weekly-report')

/** A week on one sheet of paper: appointments, wards and the store, beside the week before. */
export function WeeklyReport() {
  const { week } = route.useSearch()
  const navigate = route.useNavigate()
  const today = useToday()
  const mayDo = useMay()
  const [printing, setPrinting] = useState(false)
  // Defaults to the last complete week.
  const period = weekOf(week ?? daysAfter(today, -7))
  const visits = useQuery(visitFiguresQuery(period))
  const stays = useQuery(stayFiguresQuery(period))
  const seesStore = mayDo('inventory.view')
  const alerts = useQuery({ ...alertsRaisedQuery(period), enabled: seesStore })
  const store = useQuery({ ...storeFiguresQuery(period), enabled: seesStore })
  const { hasSchedules } = useSite()
  const clinics = useQuery({ ...clinicFiguresQuery(period), enabled: hasSchedules })
  const failed = [visits, stays, store, alerts, clinics].find(({ isLoadingError }) => isLoadingError)
  const isThere =
    visits.data &&
    stays.data &&
    (clinics.data || !hasSchedules) &&
    ((store.data && alerts.data) || !seesStore)
  const shown = formatDays(period)
  const show = (day: string) => void navigate({ search: { week: day }, replace: true, resetScroll: false })
  const reportOn = (medium: 'paper' | 'screen') =>
    visits.data &&
    stays.data && (
      <Report
        week={period}
        visits={visits.data}
        stays={stays.data}
        clinics={clinics.data}
        store={store.data}
        alerts={alerts.data}
        isOnPaper={medium === 'paper'}
      />
    )

  return (
    <>
      <PageHeader title="Weekly Report" context={shown} back={<BackLink to="/dashboard">Dashboard</BackLink>}>
        <Group gap={4} role="group" aria-label="Week">
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Previous week"
            onClick={() => show(daysAfter(period.from, -7))}
          >
            <IconChevronLeft size={18} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={36}
            aria-label="Next week"
            disabled={daysAfter(period.to, 1) > today}
            onClick={() => show(daysAfter(period.from, 7))}
          >
            <IconChevronRight size={18} aria-hidden="true" />
          </ActionIcon>
        </Group>
        <ExportButton
          endpoint={exportWeeklyReport}
          query={{ day: period.from }}
          total={visits.data?.days.length}
        />
        <Button
          leftSection={<IconPrinter size={16} aria-hidden="true" />}
          disabled={!isThere}
          onClick={() => setPrinting(true)}
        >
          Print
        </Button>
      </PageHeader>
      <Section>
        {failed ? (
          <ErrorState
            title="The week could not be loaded"
            error={failed.error}
            onRetry={() => failed.refetch()}
          />
        ) : isThere ? (
          reportOn('screen')
        ) : (
          <Skeleton h={720} />
        )}
      </Section>
      {printing && isThere && (
        <PrintSheet onDone={() => setPrinting(false)}>
          <RecordPrint title="Weekly Report" identity={shown}>
            {reportOn('paper')}
          </RecordPrint>
        </PrintSheet>
      )}
    </>
  )
}
