import { Badge, Button, Group, Text } from '@mantine/core'
import { type WaitEntry, waitPriorityNames, waitStateNames } from '../../../contract/front-desk/wait-list.ts'
import { AnchorLink } from '../../ground/links/links.tsx'
import { formatDay, formatMoment, formatMomentTime, formatTime, fullName } from '../../ground/ui/format.ts'
import type { DataColumn } from '../../ground/ui/list/DataTable.tsx'
import { patientColumns } from '../../people/patients/public.ts'
import classes from './WaitList.module.css'
import { daysWords, forWords, placeWords, unbookableWords } from './words.ts'

interface Answering {
  mayBook: boolean
  timeZone: string
  /** The offer that is being answered. */
  busy: string | undefined
  take: (entry: WaitEntry) => void
  decline: (entry: WaitEntry) => void
  /** Opens the form in which the entry is changed, on screens that have it. */
  change?: (entry: WaitEntry) => void
}

/** The columns of the wait list; an offer is answered in its row. */
export const entryColumns = ({
  mayBook,
  timeZone,
  busy,
  take,
  decline,
  change,
}: Answering): DataColumn<WaitEntry>[] => [
  ...patientColumns.slice(0, 1).map((column) => ({
    ...column,
    cell: (entry: WaitEntry) => <span className={classes.name}>{column.cell(entry)}</span>,
  })),
  {
    key: 'phone',
    header: 'Phone',
    width: '11%',
    cell: ({ patient }) => <bdi>{patient.contactNumber}</bdi>,
  },
  {
    key: 'for',
    header: 'Waits for',
    width: '24%',
    cell: (entry) => (
      <div className={classes.words}>
        <bdi>{forWords(entry)}</bdi>
        <Text size="xs" c="dimmed">
          {daysWords(entry)}
          {entry.appointmentDate && entry.appointmentTime && (
            <>
              {' '}
              · brings forward {formatDay(entry.appointmentDate)}, {formatTime(entry.appointmentTime)}
            </>
          )}
        </Text>
        {entry.unbookable && (
          <Group gap={4} my={4}>
            <Text size="xs" fw={600}>
              {unbookableWords[entry.unbookable]} No place can be offered.
            </Text>
            {mayBook && change && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`Change what ${fullName(entry.patient)} waits for`}
                onClick={() => change(entry)}
              >
                Change
              </Button>
            )}
          </Group>
        )}
        {entry.note && (
          <Text size="xs">
            <bdi>{entry.note}</bdi>
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'priority',
    header: 'Priority',
    width: '8%',
    cell: ({ priority }) =>
      priority === 1 ? (
        <Badge color="red" variant="light" miw="max-content">
          {waitPriorityNames[priority]}
        </Badge>
      ) : (
        waitPriorityNames[priority]
      ),
  },
  {
    key: 'since',
    header: 'Since',
    width: '10%',
    cell: ({ createdAt }) => formatMoment(createdAt, timeZone),
  },
  {
    key: 'state',
    header: 'State',
    width: '18%',
    cell: (entry) => {
      const { offer, state, patient } = entry
      if (!offer)
        return (
          <>
            {waitStateNames[state]}
            {entry.endedAt && (
              <Text size="xs" c="dimmed">
                {formatMoment(entry.endedAt, timeZone)}
                {entry.endedBy && (
                  <>
                    , <bdi>{entry.endedBy}</bdi>
                  </>
                )}
              </Text>
            )}
            {entry.bookedAs && (
              <AnchorLink to="/opd-queue" search={{ card: entry.bookedAs }} size="xs">
                Show the appointment
              </AnchorLink>
            )}
          </>
        )
      return (
        <>
          <bdi>{placeWords(offer)}</bdi>
          <Text size="xs" c="dimmed">
            Held until {formatMomentTime(offer.until, timeZone)} by <bdi>{offer.offeredBy}</bdi>
          </Text>
          {mayBook && (
            <Group gap={4} mt={4}>
              <Button
                size="compact-sm"
                aria-label={`Book ${fullName(patient)}`}
                aria-busy={busy === offer.id}
                onClick={() => take(entry)}
              >
                Book
              </Button>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={`${fullName(patient)} declined`}
                onClick={() => decline(entry)}
              >
                Declined
              </Button>
            </Group>
          )}
        </>
      )
    },
  },
]
