import { Anchor, Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FailedMessage, mostMessages } from '../../../contract/front-desk/messages.ts'
import { AnchorLink, BackLink } from '../../ground/links/links.tsx'
import { refusedAct } from '../../ground/records/failures.ts'
import { RecordList } from '../../ground/records/list/RecordList.tsx'
import { rowsOf } from '../../ground/records/list/rows.ts'
import { useClockStyle, useSite } from '../../ground/sign-in/account.ts'
import { countOf, formatDay, formatTime, patientName } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { patientColumns } from '../../people/patients/public.ts'
import { failedMessagesQuery, messageCountsQuery, useNotePhoned } from './queries.ts'
import { kindWords, whyWords } from './words.ts'

type Row = FailedMessage & Pick<FailedMessage['appointment'], 'patient'>

const columns: readonly DataColumn<Row>[] = [
  ...patientColumns,
  {
    key: 'phone',
    header: 'Phone',
    cell: ({ patient: { contactNumber } }) =>
      contactNumber ? (
        <Anchor inherit href={`tel:${contactNumber.replace(/[^\d+*#]/g, '')}`}>
          <bdi dir="ltr">{contactNumber}</bdi>
        </Anchor>
      ) : (
        'Not recorded'
      ),
  },
  {
    key: 'appointment',
    header: 'Appointment',
    cell: ({ appointment: { id, date, time } }) => (
      <AnchorLink to="/opd-queue" search={{ date, card: id }}>
        {formatDay(date)}, {formatTime(time)}
      </AnchorLink>
    ),
  },
  { key: 'kind', header: 'Message', cell: ({ kind }) => kindWords[kind] },
  { key: 'why', header: 'Why', cell: whyWords },
]

/** Patients whom no message reached: the desk phones them, and each leaves the list with one press. */
export function FailedMessages() {
  useClockStyle()
  const { messages } = useSite()
  const query = useQuery(failedMessagesQuery)
  const { data: counts } = useQuery(messageCountsQuery)
  const notePhoned = useNotePhoned()
  const [busy, setBusy] = useState<string>()
  const rows = query.data?.map((message): Row => ({ ...message, patient: message.appointment.patient }))
  const without = counts?.withoutAddress ?? 0

  async function press({ id, patient }: Row) {
    if (busy) return
    setBusy(id)
    try {
      await notePhoned(id)
      toast.success(`${patientName(patient)} was phoned`)
    } catch (error) {
      toast.error(refusedAct(error, 'Not noted'))
    } finally {
      setBusy(undefined)
    }
  }

  return (
    <>
      <PageHeader
        title="Messages Not Sent"
        context={
          without > 0
            ? `Phone these patients instead. ${countOf(without, 'patient')} with an appointment soon can’t be reminded: no address is recorded.`
            : 'Phone these patients instead'
        }
        back={<BackLink to="/appointments">Appointments</BackLink>}
      />
      <RecordList
        label="Messages not sent, the next appointment first"
        list={rowsOf(query, 'The messages could not be loaded', rows)}
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={4}
        pageWords={rows?.length === mostMessages ? `The first ${mostMessages}` : undefined}
        rowActions={(row) => (
          <Button
            size="compact-sm"
            variant="default"
            aria-busy={busy === row.id}
            aria-label={`${patientName(row.patient)} was phoned`}
            onClick={() => void press(row)}
          >
            Phoned
          </Button>
        )}
        empty={
          <EmptyState
            title={messages.isOn ? 'Every message was sent' : 'Messages are switched off'}
            icon={<IconMailCheck size={32} stroke={1.5} />}
          >
            {messages.isOn
              ? 'Patients whose message could not be sent appear here until they were phoned.'
              : 'An administrator can switch on reminders, and messages about moved and cancelled appointments, under Settings.'}
          </EmptyState>
        }
      />
    </>
  )
}
