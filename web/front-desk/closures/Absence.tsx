// No dialog in this file is about a patient.
import { Button, Skeleton } from '@mantine/core'
import { IconArrowBackUp, IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { BackLink } from '../../ground/links/links.tsx'
import { RecordPage } from '../../ground/records/Loaded.tsx'
import { MissingRecord } from '../../ground/records/MissingRecord.tsx'
import { useClockStyle, useMe } from '../../ground/sign-in/account.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { closureTitle, periodWords } from './closure-words.ts'
import { mayWithdraw } from './own.ts'
import { closureQuery, displacedQuery } from './queries.ts'
import { Worklist } from './Worklist.tsx'

const WithdrawDialog = late(() => import('./WithdrawDialog.tsx'), 'WithdrawDialog', whileOpen)
const route = getRouteApi('/signed-in/shell/absences/$id')

/** One absence, and the bookings in its time. */
export function Absence() {
  useClockStyle()
  const { id } = route.useParams()
  const me = useMe()
  const navigate = useNavigate()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const query = useQuery(closureQuery(id))
  const displaced = useQuery(displacedQuery(id))
  const back = <BackLink to="/absences">Absences</BackLink>
  return (
    <RecordPage
      query={query}
      failed="The absence could not be loaded"
      loading={
        <>
          <PageHeader title="Absence" back={back} />
          <Skeleton height={320} radius={8} />
        </>
      }
      missing={
        <MissingRecord
          title="Absence Not Found"
          icon={IconCalendarOff}
          list={{ to: '/absences', name: 'Absences' }}
        >
          It was withdrawn, or the address is wrong. Its time can be booked.
        </MissingRecord>
      }
    >
      {(closure) => (
        <>
          <PageHeader
            title={<bdi>{closureTitle(closure)}</bdi>}
            context={
              <>
                {periodWords(closure)}. <bdi>{closure.reason}</bdi>. Recorded by <bdi>{closure.madeBy}</bdi>
              </>
            }
            back={back}
          >
            {mayWithdraw(closure, me) && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden="true" />}
                onClick={() => setWithdrawing(true)}
              >
                Withdraw
              </Button>
            )}
          </PageHeader>
          <Worklist
            key={id}
            query={displaced}
            total={closure.displaced}
            draftKey={`closure:${id}`}
            title="Bookings in This Time"
            none="No booking in this time waits for a decision. New ones are refused."
          />
          {isWithdrawing && (
            <WithdrawDialog
              closure={closure}
              onClose={() => setWithdrawing(false)}
              onWithdrawn={() => navigate({ to: '/absences' })}
            />
          )}
        </>
      )}
    </RecordPage>
  )
}
