import { Combobox, Loader, TextInput, UnstyledButton, useCombobox } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FocusEventHandler, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedPatient, PatientIdentity } from '../../../../contract/people/patients.ts'
import { readLabelCode } from '../../../../contract/search/labels.ts'
import { ApiError } from '../../../ground/client/api.ts'
import { useMay } from '../../../ground/sign-in/account.ts'
import { takeFirstHit, useAwaitedHit, useLookup } from '../../../ground/ui/form/first-hit.ts'
import { countOf, patientName } from '../../../ground/ui/format.ts'
import { late } from '../../../ground/ui/lazy-component.tsx'
import { registerWords } from '../called.ts'
import { labelledQuery, patientListQuery, patientQuery } from '../queries.ts'
import { PatientIdentityLine } from './PatientIdentityLine.tsx'
import classes from './PatientPicker.module.css'
import { PatientSummary } from './PatientSummary.tsx'

// In this file, because every further file that is loaded late adds to the start of the screens.
const LatePhoto = late(() => import('./PatientPhoto.tsx'), 'PatientPhoto', {
  StandIn: () => null,
  isPlaceholder: true,
})

/** The patient that a dialog is about, with the photo, where identity is confirmed. */
export function SummaryWithPhoto({
  patient,
  withContact = false,
}: {
  patient: PatientIdentity & { photoMark?: string | null }
  withContact?: boolean
}) {
  const { photoMark } = patient
  const summary = <PatientSummary patient={patient} withContact={withContact} />
  if (!photoMark) return summary
  return (
    <div className={classes.withPhoto}>
      <div className={classes.photo}>
        <LatePhoto patient={{ ...patient, photoMark }} />
      </div>
      {summary}
    </div>
  )
}

const shownAtOnce = 10
/** Letters of a search; what is scanned behind a chosen name has room beside it. */
const longestSearch = 100

const newOne = 'new'

const idShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * Finds one patient by name, MRN, phone, e-mail, date of birth or id. Holds the patient's id; a `value` from outside (a
 * link) is looked up. The chosen patient stands below the box in full, with allergies, because names alone are not
 * enough to tell people apart. A scanner sends Enter before anything can be found: the patient of that label or number
 * is then taken. Enter takes only the single hit for the whole text, unless another one is chosen.
 */
export function PatientPicker({
  value,
  onChange,
  error,
  label,
  description = 'Name, MRN, phone, e-mail or date of birth',
  withAsterisk = false,
  disabled = false,
  id,
  onBlur,
}: {
  value: string | null
  onChange: (id: string | null, patient: PatientIdentity | null) => void
  error?: ReactNode
  label: string
  /** The search fields. */
  description?: string
  withAsterisk?: boolean
  disabled?: boolean
  /** Given by a form, so that its error summary can link here. */
  id?: string
  onBlur?: FocusEventHandler<HTMLInputElement>
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const box = useRef<HTMLInputElement>(null)
  /** The text while it is being typed; null while the box shows the chosen patient. */
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<PatientIdentity | null>(null)
  const isKnown = picked !== null && picked.id === value
  // Followed for as long as the form is open: what they can't tolerate may be recorded meanwhile.
  const record = useQuery({ ...patientQuery(value ?? ''), enabled: value !== null })
  const chosen = value === null ? null : (record.data ?? (isKnown ? picked : null))

  const navigate = useNavigate()
  const mayRegister = useMay()('patient.edit')

  const scanned = readLabelCode(typed ?? '')
  const lookup = useLookup((typed ?? '').slice(0, longestSearch), scanned !== undefined)
  const { search } = lookup
  const isWanted = search !== '' && (combobox.dropdownOpened || lookup.isAwaited)
  const isId = idShape.test(search)
  const found = useQuery({
    ...patientListQuery({ search, limit: shownAtOnce }),
    enabled: isWanted && !isId && !scanned,
  })
  const byId = useQuery({
    ...patientQuery(search.toLowerCase()),
    enabled: isWanted && isId,
    select: alone,
  })
  const labelled = useQuery({
    ...labelledQuery(scanned?.code ?? ''),
    enabled: isWanted && scanned !== undefined,
    select: alone,
  })
  const answer = scanned ? labelled : isId ? byId : found
  const isNobody = answer !== found && answer.error instanceof ApiError && answer.error.status === 404
  const isBehind = lookup.isBehind || answer.isPlaceholderData || !(answer.data || isNobody)
  const patients = useMemo(
    () => (search === '' || isBehind ? undefined : isNobody ? [] : answer.data?.items),
    [search, isBehind, isNobody, answer.data],
  )
  const meant = useMemo(() => patients && onlyExact(patients), [patients])
  useAwaitedHit(lookup, meant, take)
  const isUnknown = patients?.every(({ found: how }) => how?.match === 'alike') ?? false
  const register = mayRegister && !scanned && isUnknown ? registerWords(search) : undefined

  // Marks the only exact hit as the one that Enter takes.
  const matches = patients?.map((patient) => patient.id).join()
  const offered = useRef<string>(undefined)
  // Runs after each render: what was offered already is not offered again.
  useEffect(() => {
    const asked = patients && `${search} ${matches}`
    if (asked === offered.current) return
    offered.current = asked
    const [one] = meant ?? []
    if (one) combobox.selectOption(patients?.findIndex(({ id: known }) => known === one.id) ?? -1)
    else combobox.resetSelectedOption()
  })

  // The next scan replaces it.
  const isStranger = scanned !== undefined && isNobody
  useEffect(() => {
    if (isStranger) box.current?.select()
  }, [isStranger])

  function type(text: string) {
    lookup.forget()
    setTyped(text)
    if (value !== null) onChange(null, null)
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex()
  }

  function take(patient: PatientIdentity) {
    setPicked(patient)
    setTyped(null)
    onChange(patient.id, patient)
    combobox.closeDropdown()
  }

  function wait() {
    lookup.wait()
    if (answer.isError && !isNobody) void answer.refetch()
  }

  function clear() {
    setTyped(null)
    onChange(null, null)
    box.current?.focus()
  }

  return (
    <div>
      <Combobox
        store={combobox}
        onOptionSubmit={(id) => {
          if (id === newOne) void navigate({ to: '/patients/new', search: { called: search } })
          else patients?.filter((one) => one.id === id).forEach(take)
        }}
        withinPortal
      >
        <Combobox.Target>
          <TextInput
            ref={box}
            id={id}
            label={label}
            description={description}
            placeholder="Find a patient"
            withAsterisk={withAsterisk}
            aria-required={withAsterisk || undefined}
            disabled={disabled}
            error={error ?? (chosen ? undefined : prefillFailure(record.error))}
            autoComplete="off"
            spellCheck={false}
            maxLength={3 * longestSearch}
            value={typed ?? (chosen ? patientName(chosen) : '')}
            onChange={(event) => type(event.currentTarget.value)}
            onClick={() => typed && combobox.openDropdown()}
            onFocus={(event) => {
              if (typed) combobox.openDropdown()
              else event.currentTarget.select()
            }}
            onKeyDownCapture={(event) =>
              takeFirstHit(event, {
                typed: typed ?? '',
                isBehind,
                wait,
                endsWithAddition: register !== undefined,
                takesMarkedAlone: patients !== undefined && patients.length > 0,
              })
            }
            onBlur={(event) => {
              combobox.closeDropdown()
              onBlur?.(event)
            }}
            rightSection={
              (record.isFetching && !chosen) || (answer.isFetching && combobox.dropdownOpened) ? (
                <Loader size={16} aria-label="Looking for patients" />
              ) : value !== null || typed ? (
                <UnstyledButton
                  className={classes.clear}
                  aria-label="Choose another patient"
                  disabled={disabled}
                  onClick={clear}
                >
                  <IconX size={16} aria-hidden="true" />
                </UnstyledButton>
              ) : null
            }
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={(typed ?? '').trim() === ''}>
          <Combobox.Options aria-label={label} mah={320} style={{ overflowY: 'auto' }}>
            {patients?.map((patient) => (
              <Combobox.Option key={patient.id} value={patient.id} className={classes.option}>
                <PatientIdentityLine patient={patient} withContact found={patient.found} />
              </Combobox.Option>
            ))}
            {register && <Combobox.Option value={newOne}>{register}</Combobox.Option>}
          </Combobox.Options>
          <div className={classes.note} role="status">
            {answer.error && !isNobody && !answer.isFetching
              ? `Patients could not be looked up. ${answer.error.message} Press Enter to try again.`
              : patients === undefined
                ? 'Looking for patients…'
                : isStranger
                  ? answer.error?.message
                  : patients.length === 0
                    ? `No patient matches “${search}”. Try the MRN or the phone number.`
                    : foundWords(patients.length, answer.data?.total ?? 0, meant?.length === 1)}
          </div>
        </Combobox.Dropdown>
      </Combobox>
      {chosen && (
        <div className={classes.chosen}>
          <SummaryWithPhoto patient={chosen} withContact />
        </div>
      )}
    </div>
  )
}

/** One patient, as a list of them is answered. */
function alone(patient: PatientIdentity): { items: Found[]; total: number } {
  return { items: [{ ...patient, found: { match: 'exact', because: null } }], total: 1 }
}

type Found = PatientIdentity & Pick<ListedPatient, 'found'>

/** The one whom the whole of what was typed finds; nobody where it finds two, or nobody. */
function onlyExact(patients: readonly Found[]): readonly Found[] {
  const exact = patients.filter(({ found }) => found?.match === 'exact')
  return exact.length === 1 ? exact : []
}

function foundWords(shown: number, total: number, isMeant: boolean): string {
  if (total > shown)
    return `The first ${shown} of ${countOf(total, 'patient')}: type more to narrow them down.`
  return isMeant
    ? `${countOf(shown, 'patient')} found. Press Enter to choose the highlighted one.`
    : `${countOf(shown, 'patient')} found. Choose with the arrow keys.`
}

function prefillFailure(error: Error | null): string | undefined {
  if (!error) return undefined
  return error instanceof ApiError && error.status === 404
    ? 'This patient doesn’t exist or has been removed. Choose another.'
    : `The patient could not be loaded. ${error.message}`
}
