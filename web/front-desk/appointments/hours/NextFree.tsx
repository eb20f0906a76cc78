import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FreeSlot } from '../../../../contract/front-desk/schedules.ts'
import { useSite } from '../../../ground/sign-in/account.ts'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { formatTime, formatWeekday } from '../../../ground/ui/format.ts'
import { useClinics } from '../../../people/clinics/public.ts'
import { nextFreeQuery } from '../../schedules/public.ts'
import own from './Hours.module.css'
import classes from './Times.module.css'

type OnWanted = (chosen: { date: string; time: string; doctorId: string }) => void

const shown = 3

/** The next free times of a doctor, and of any doctor of the same clinic. */
export function NextFree({ doctorId, day, onWanted }: { doctorId: string; day: string; onWanted: OnWanted }) {
  const from = useFrom(day)
  const { data } = useQuery(nextFreeQuery({ doctorId, ...from, limit: shown }))
  const [clinic, setClinic] = useState<{ id: string; name: string }>()
  if (!data) return null
  const [first] = data
  return (
    <div>
      <Times label="Next" free={data} onWanted={onWanted}>
        {data.length === 0 && <span>No free time in the next six months</span>}
        {first && !clinic && (
          <button
            type="button"
            className={classes.timeButton}
            onClick={() => setClinic({ id: first.clinicId, name: first.clinic })}
          >
            Any doctor of <bdi>{first.clinic}</bdi>
          </button>
        )}
      </Times>
      {clinic && <OfClinic key={clinic.id} clinic={clinic} day={day} onWanted={onWanted} />}
    </div>
  )
}

/** Before a doctor is chosen: the next free times of all doctors of a clinic. */
export function OfAnyDoctor({ day, onWanted }: { day: string; onWanted: OnWanted }) {
  const { hasSchedules } = useSite()
  return hasSchedules && <ClinicsTimes day={day} onWanted={onWanted} />
}

function ClinicsTimes({ day, onWanted }: { day: string; onWanted: OnWanted }) {
  const clinics = useClinics()
  const [chosen, setChosen] = useState<string | null>(null)
  // Its place is there before the clinics are: there are some wherever doctors keep hours.
  const clinic = clinics.find(({ id }) => id === chosen)
  return (
    <div>
      <Choice
        label="Next free in a clinic"
        placeholder="Choose a clinic"
        data={clinics.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
      {clinic && (
        <OfClinic key={clinic.id} label="Any doctor" clinic={clinic} day={day} onWanted={onWanted} />
      )}
    </div>
  )
}

function OfClinic({
  clinic,
  label = `Any doctor of ${clinic.name}`,
  day,
  onWanted,
}: {
  clinic: { id: string; name: string }
  label?: string
  day: string
  onWanted: OnWanted
}) {
  const from = useFrom(day)
  const { data } = useQuery(nextFreeQuery({ clinicId: clinic.id, ...from, limit: 2 * shown }))
  return (
    <Times label={label} free={data ?? []} onWanted={onWanted} namesDoctors>
      {data?.length === 0 && <span>No free time in the next six months</span>}
    </Times>
  )
}

/** The next free times of today begin now. */
function useFrom(day: string): { from?: string } {
  const today = useToday()
  return day > today ? { from: day } : {}
}

function Times({
  label,
  free,
  onWanted,
  namesDoctors = false,
  children,
}: {
  label: string
  free: readonly FreeSlot[]
  onWanted: OnWanted
  namesDoctors?: boolean
  children?: React.ReactNode
}) {
  return (
    <div className={classes.times} role="group" aria-label={label}>
      <span className={classes.timesLabel}>
        <bdi>{label}</bdi>
      </span>
      {free.map((slot) => (
        <button
          key={`${slot.doctorId} ${slot.date} ${slot.time}`}
          type="button"
          className={classes.timeButton}
          onClick={() => onWanted({ doctorId: slot.doctorId, date: slot.date, time: slot.time })}
        >
          {freeWords(slot)}
          {namesDoctors && (
            <span className={own.doctor}>
              {' '}
              · <bdi>{slot.doctor}</bdi>
            </span>
          )}
        </button>
      ))}
      {children}
    </div>
  )
}

/** 'Tue, 2 Dec 2026, 9:15 AM'; 'Tue, 2 Dec 2026, token from 9:00 AM' */
export function freeWords({ date, time, kind }: FreeSlot): string {
  return `${formatWeekday(date).replace(/^(\p{L}{3})\p{L}+/u, '$1')}, ${kind === 'TOKENS' ? 'token from ' : ''}${formatTime(time)}`
}
