import { PeriodChip } from '../../../ground/records/list/PeriodChip.tsx'
import { PeriodPicker } from '../../../ground/records/list/PeriodPicker.tsx'
import { useToday } from '../../../ground/sign-in/hospital-clock.ts'
import { Choice } from '../../../ground/ui/form/Choice.tsx'
import { PatientPicker } from '../../../people/patients/public.ts'
import { usePeople } from '../people.ts'
import classes from './AuditLog.module.css'
import { actionChoices, chosenKind, kindChoices, type LogSearch, searchOfKind } from './search.ts'

/** Filters of the log: by person, account, patient, action and days. */
export function LogFilters({ search, show }: { search: LogSearch; show: (change: LogSearch) => void }) {
  const today = useToday()
  const { person, account, patient, action, from, to } = search
  const people = usePeople(person, account)
  const clear = (what: string) => ({ clearable: true, clearButtonProps: { 'aria-label': `Any ${what}` } })
  return (
    <div className={classes.filters}>
      <Choice
        label="Person"
        placeholder="Anyone"
        {...people}
        value={person ?? null}
        {...clear('person')}
        onChange={(chosen) => show({ person: chosen ?? undefined })}
      />
      <Choice
        label="Account"
        placeholder="Any account"
        {...people}
        value={account ?? null}
        {...clear('account')}
        onChange={(chosen) => show({ account: chosen ?? undefined })}
      />
      <div className={classes.about} data-chosen={patient !== undefined || undefined}>
        <PatientPicker
          label="Patient"
          description=""
          value={patient ?? null}
          onChange={(id) => show({ patient: id ?? undefined })}
        />
      </div>
      <Choice
        label="Kind"
        placeholder="Every kind"
        data={kindChoices}
        value={chosenKind(search) ?? null}
        {...clear('kind')}
        onChange={(chosen) => show(searchOfKind(chosen ?? undefined, search))}
      />
      <Choice
        label="Action"
        placeholder="Every action"
        data={actionChoices}
        value={action ?? null}
        {...clear('action')}
        onChange={(chosen) => show({ action: chosen ?? undefined })}
      />
      <div className={classes.days}>
        <PeriodPicker
          key={`${from} ${to}`}
          period={{ from: from ?? '', to: to ?? today }}
          today={today}
          onPeriod={show}
        />
        <PeriodChip from={from} to={to} onRemove={() => show({ from: undefined, to: undefined })} />
      </div>
    </div>
  )
}
