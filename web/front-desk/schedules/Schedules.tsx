// No dialog in this file is about a patient.
import { Button, Skeleton, Text } from '@mantine/core'
import { IconCalendarTime, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { PracticeSession } from '../../../contract/front-desk/schedules.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { Loaded } from '../../ground/records/Loaded.tsx'
import { NoMatch } from '../../ground/records/list/NoMatch.tsx'
import { RowTip } from '../../ground/records/row/RowTip.tsx'
import { useClockStyle, useMay } from '../../ground/sign-in/account.ts'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'
import { ListFilters } from '../../ground/ui/list/ListFilters.tsx'
import { EmptyState } from '../../ground/ui/page/EmptyState.tsx'
import { ListHeader } from '../../ground/ui/page/ListHeader.tsx'
import { Section } from '../../ground/ui/page/Section.tsx'
import { ClinicChoice } from '../../people/clinics/public.ts'
import { DoctorChoice, doctorsQuery } from '../../people/staff/public.ts'
import { DoctorWeek } from './DoctorWeek.tsx'
import { LeftBookings } from './LeftBookings.tsx'
import { outsideQuery } from './outside.ts'
import { schedulesQuery } from './queries.ts'
import classes from './Schedules.module.css'

const AddSessionDialog = late(() => import('./SessionDialogs.tsx'), 'AddSessionDialog', whileOpen)
const ChangeSessionDialog = late(() => import('./SessionDialogs.tsx'), 'ChangeSessionDialog', whileOpen)
const EndSessionDialog = late(() => import('./SessionDialogs.tsx'), 'EndSessionDialog', whileOpen)

const route = getRouteApi('/signed-in/shell/schedules')

type Act = { act: 'change' | 'end'; session: PracticeSession } | { act: 'add' }

/** When and where each doctor sees outpatients, by the days of the week. */
export function Schedules() {
  useClockStyle()
  const mayEdit = useMay()('schedule.edit')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { doctor, clinic } = search
  const set = [doctor, clinic].filter((one) => one !== undefined).length
  const show = (change: Partial<typeof search>) =>
    void navigate({ search: (kept) => ({ ...kept, ...change }), resetScroll: false })
  const query = useQuery(schedulesQuery)
  const counts = useQuery(outsideQuery)
  const [acting, setActing] = useState<Act>()
  const close = () => setActing(undefined)
  // A count that came later would move the week below it.
  const data = counts.isPending ? undefined : query.data
  const weeks = useMemo(() => byDoctor(data ?? [], doctor, clinic), [data, doctor, clinic])

  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setActing({ act: 'add' })}>
      Add Session
    </Button>
  )
  const latest = acting && 'session' in acting && data?.find(({ id }) => id === acting.session.id)
  const of = acting &&
    'session' in acting && {
      latest: latest || acting.session,
      isEnded: data !== undefined && !latest,
      onClose: close,
    }

  return (
    <>
      <ListHeader title="Doctors’ Hours" context="When and where doctors see outpatients">
        <ButtonLink to="/absences" variant="default">
          Absences
        </ButtonLink>
        {data?.length !== 0 && add}
      </ListHeader>
      {(data?.length !== 0 || set > 0) && (
        <div className={classes.filters}>
          <ListFilters active={set}>
            <DoctorChoice chosen={doctor} onChange={(chosen) => show({ doctor: chosen })} />
            <ClinicChoice chosen={clinic} onChange={(chosen) => show({ clinic: chosen })} />
          </ListFilters>
        </div>
      )}
      {data && <LeftBookings sessions={data} />}
      <Loaded
        query={{ ...query, data }}
        failed="The doctors’ hours could not be loaded"
        loading={<LoadingWeeks />}
      >
        {(all) =>
          all.length === 0 ? (
            <Section>
              <EmptyState
                title="No doctor’s hours yet"
                icon={<IconCalendarTime size={32} stroke={1.5} />}
                action={add}
              >
                Once a doctor’s hours are here, patients are booked at the free times in them. Doctors without
                hours are booked at any time, as before.
              </EmptyState>
            </Section>
          ) : weeks.length === 0 ? (
            <Section>
              <NoMatch
                title="No sessions match these filters"
                onClear={() => show({ doctor: undefined, clinic: undefined })}
              />
            </Section>
          ) : (
            <div className={classes.weeks}>
              {weeks.map(([first, ...others]) => (
                <DoctorWeek
                  key={first.doctorId}
                  sessions={[first, ...others]}
                  outside={counts.data?.find(({ doctorId }) => doctorId === first.doctorId)?.outside ?? 0}
                  onChange={mayEdit ? (session) => setActing({ act: 'change', session }) : undefined}
                  onEnd={mayEdit ? (session) => setActing({ act: 'end', session }) : undefined}
                />
              ))}
              {set === 0 && <WithoutHours sessions={all} />}
              <RowTip />
            </div>
          )
        }
      </Loaded>
      {acting?.act === 'add' && <AddSessionDialog doctorId={doctor} clinicId={clinic} onClose={close} />}
      {acting?.act === 'change' && of && <ChangeSessionDialog key={of.latest.id} {...of} />}
      {acting?.act === 'end' && of && <EndSessionDialog key={of.latest.id} {...of} />}
    </>
  )
}

type OfDoctor = [PracticeSession, ...PracticeSession[]]

/** The sessions of each doctor, in the order of the answer; a doctor who is in the clinic is shown with all of theirs there. */
function byDoctor(
  sessions: readonly PracticeSession[],
  doctor: string | undefined,
  clinic: string | undefined,
): readonly OfDoctor[] {
  const weeks = new Map<string, OfDoctor>()
  for (const session of sessions) {
    if (doctor && session.doctorId !== doctor) continue
    if (clinic && session.clinicId !== clinic) continue
    const week = weeks.get(session.doctorId)
    if (week) week.push(session)
    else weeks.set(session.doctorId, [session])
  }
  return [...weeks.values()]
}

/** The doctors who are booked as before. */
function WithoutHours({ sessions }: { sessions: readonly PracticeSession[] }) {
  const doctors = useQuery(doctorsQuery).data ?? []
  const others = doctors.filter(({ id }) => sessions.every(({ doctorId }) => doctorId !== id))
  if (others.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      Without hours, and booked at any time: <bdi>{others.map((one) => doctorName(one)).join(', ')}</bdi>
    </Text>
  )
}

function LoadingWeeks() {
  return (
    <div className={classes.weeks} aria-busy="true">
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} height={188} radius={8} />
      ))}
    </div>
  )
}
