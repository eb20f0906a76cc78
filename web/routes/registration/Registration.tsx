import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import {
  type Appointment,
  AppointmentBooking,
  type AppointmentType,
} from '../../../contract/front-desk/appointments.ts'
import { birthOf } from '../../../contract/people/birth/typed-birth.ts'
import { type Patient } from '../../../contract/people/patients.ts'
import { PatientRegistration } from '../../../contract/people/registration.ts'
import { doctorName } from '../../../contract/people/staff.ts'
import { isUnplaced, TypeField, useQueueToday } from '../../front-desk/appointments/public.ts'
import { ButtonLink } from '../../ground/links/links.tsx'
import { refusedBy } from '../../ground/records/failures.ts'
import { FormFrame } from '../../ground/records/form/FormFrame.tsx'
import { useNewRecord } from '../../ground/records/form/new-record.tsx'
import { typedForm } from '../../ground/records/form/typed.ts'
import { useMay } from '../../ground/sign-in/account.ts'
import { useToday } from '../../ground/sign-in/hospital-clock.ts'
import { fullName } from '../../ground/ui/format.ts'
import { PageHeader } from '../../ground/ui/page/PageHeader.tsx'
import { FieldGrid, Section } from '../../ground/ui/page/Section.tsx'
import { toast } from '../../ground/ui/toast.tsx'
import { usePhone } from '../../ground/ui/use-phone.ts'
import { carriedFrom } from '../../people/patients/called.ts'
import {
  blankContact,
  type FirstContactValues,
  firstContactSchema,
  isBlankContact,
} from '../../people/patients/contacts/contact-form.ts'
import { isMinor } from '../../people/patients/contacts/minor.ts'
import { NextOfKin } from '../../people/patients/contacts/NextOfKin.tsx'
import {
  blankPatient,
  PatientFields,
  type PatientValues,
  patientSchema,
} from '../../people/patients/form/PatientFields.tsx'
import { nextMrnQuery } from '../../people/patients/form/queries.ts'
import { useDuplicates, useRegistering } from '../../people/patients/form/registering.tsx'
import { LateIdentifierFields } from '../../people/patients/identifiers/late-fields.ts'
import { DoctorField } from '../../people/staff/public.ts'
import { RegistrationSearch } from './registration-search.ts'

const route = getRouteApi('/signed-in/shell/patients/new')

const Visit = z.object({
  doctorId: AppointmentBooking.shape.doctorId,
  type: AppointmentBooking.shape.type,
  overbookReason: AppointmentBooking.shape.overbookReason,
})

/**
 * The form’s values: the patient, identifiers by system, next of kin, and the doctor and type of visit for today's queue.
 */
type Values = PatientValues & {
  identifiers: Record<string, string>
  kin: FirstContactValues
  doctorId: string
  type: AppointmentType
  /** Why the doctor sees the patient although the session takes no more. */
  overbookReason: string
}

/** Leaves out blank fields; undefined where nothing was typed, so that nothing is sent. */
function typedOf(identifiers: Values['identifiers']): Values['identifiers'] | undefined {
  const typed = Object.entries(identifiers).filter(([, value]) => value.trim())
  return typed.length > 0 ? Object.fromEntries(typed) : undefined
}

type Typed = Partial<Record<'dateOfBirth' | 'contactNumber' | 'email', string | undefined>>

/** Without what is not known. */
function typedAlready(typed: Typed): Partial<PatientValues> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value))
}

/** The patient is saved, but the rest of the request failed. */
class NotQueued extends Error {
  constructor(patient: Patient, why: string) {
    super(
      `${fullName(patient)} is registered as ${patient.mrn}, but isn’t in today’s queue. ${why} Try again, or choose another doctor: the patient is not registered twice.`,
    )
  }
}

/**
 * Registers a patient, and adds a patient who has come to today's queue in the same act. The key makes a new form for
 * another searched name.
 */
export function Registration() {
  const { called, booking, born, phone, email } = RegistrationSearch.parse(route.useSearch())
  const typed = { dateOfBirth: born, contactNumber: phone, email }
  return <RegistrationForm key={`${called} ${booking}`} called={called} booking={booking} typed={typed} />
}

function RegistrationForm({
  called,
  booking,
  typed,
}: {
  called: string | undefined
  /** The booking from home that the patient is registered for, and what was typed there. */
  booking: string | undefined
  typed: Typed
}) {
  const navigate = useNavigate()
  const mayDo = useMay()
  const mayQueue = mayDo('appointment.book') && mayDo('appointment.queue')
  const nextMrn = useQuery(nextMrnQuery)
  const registering = useRegistering()
  const queueToday = useQueueToday()
  const isPhone = usePhone()
  const today = useToday()
  const carried = carriedFrom(called)
  /** Whether the button that also adds a visit was pressed; a retry keeps the choice. */
  const isForQueue = useRef(false)
  /** The doctor whose session takes no more patients without an appointment, or who is away. */
  const [refusedFor, setRefusedFor] = useState<string>()

  const entry = useNewRecord({
    thing: 'patient',
    blank: (): Values => ({
      ...blankPatient(),
      ...carried,
      ...typedAlready(typed),
      identifiers: {},
      kin: blankContact(true),
      doctorId: '',
      type: 'GENERAL',
      overbookReason: '',
    }),
    schema: typedForm(
      z.object({
        patient: patientSchema(today),
        identifiers: PatientRegistration.shape.identifiers,
        kin: firstContactSchema.optional(),
        visit: Visit.optional(),
      }),
      // oxlint-disable-next-line react/refs -- the schema reads it when the form is sent, and no earlier
      ({ doctorId, type, overbookReason, identifiers, kin, ...patient }: Values) => ({
        patient,
        identifiers: typedOf(identifiers),
        kin: isBlankContact(kin) ? undefined : kin,
        visit: isForQueue.current
          ? { doctorId, type, overbookReason: refusedFor === doctorId ? overbookReason : null }
          : undefined,
      }),
      () => [],
      (path) => (path[0] === 'identifiers' || path[0] === 'kin' ? path : path.slice(1)),
    ),
    draftKey: booking || called ? `patient:new:${booking ?? called}` : 'patient:new',
    async add({ patient, identifiers, kin, visit }, attemptKey, typed) {
      const body = { ...patient, identifiers, ...(kin && { contacts: [kin] }) }
      const saved = await registering.register(body, attemptKey, typed)
      if (!visit) return { saved }
      try {
        return { saved, queued: await queueToday({ patientId: saved.id, ...visit }) }
      } catch (error) {
        if (mayDo('appointment.overbook') && isUnplaced(error)) setRefusedFor(visit.doctorId)
        throw new NotQueued(saved, error instanceof Error ? error.message : String(error))
      }
    },
    onAdded: ({ saved, queued }) => (queued ? showQueued(saved, queued) : showRegistered(saved)),
    onFailure: (error) => registering.isHeldBack(error) || refusedBy('Submission failed')(error),
  })
  const { form } = entry
  const { aside, ...besideTyped } = useDuplicates({
    registering,
    values: form.values,
    busy: entry.busy,
    onSave: entry.onSubmit,
  })

  async function showRegistered(saved: Patient) {
    if (booking) {
      toast.success(`${fullName(saved)} is registered`, { detail: saved.mrn })
      await navigate({ to: '/online-bookings', search: { match: booking, patient: saved.id } })
      return
    }
    const book = {
      label: 'Book',
      onClick: () => void navigate({ to: '/opd-queue/new', search: { patientId: saved.id } }),
    }
    const label = {
      label: 'Print label',
      onClick: () =>
        void navigate({ to: '/patients/$id', params: { id: saved.id }, search: { print: 'label' } }),
    }
    const view = {
      label: 'View',
      onClick: () => void navigate({ to: '/patients/$id', params: { id: saved.id } }),
    }
    toast.success(`Patient ${saved.firstName} ${saved.lastName} created successfully !`, {
      detail: saved.mrn,
      // A phone has room for two.
      actions: [...(mayDo('appointment.book') ? [book] : []), ...(isPhone ? [] : [label]), view],
    })
    await navigate({ to: '/patients', search: { search: saved.mrn } })
  }

  async function showQueued(saved: Patient, { id, queueNumber, doctor }: Appointment) {
    toast.success(`Number ${queueNumber}: ${fullName(saved)}, ${saved.mrn}`, {
      detail: `Registered and in today’s queue with ${doctorName(doctor)}`,
      actions: [
        {
          label: 'Print token',
          onClick: () => void navigate({ to: '/opd-queue', search: { token: id } }),
        },
      ],
    })
    await navigate({ to: '/opd-queue', search: { card: id } })
  }

  function save(forQueue: boolean, event?: React.SyntheticEvent<HTMLFormElement>) {
    isForQueue.current = forQueue
    entry.onSubmit(event)
  }

  // The first empty field gets the focus, so that the user can type at once.
  const first = useRef(form.getInputProps(carried.lastName ? 'dateOfBirth' : 'firstName'))
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches)
      document.getElementById(String(Reflect.get(first.current, 'id')))?.focus()
  }, [])

  return (
    <>
      <PageHeader title="New Patient" context="Create a new patient record" />
      <FormFrame
        of={{ ...entry, onSubmit: (event) => save(false, event) }}
        saveLabel="Save Patient"
        closing={
          <>
            <ButtonLink to="/patients" variant="default" onClick={entry.giveUp}>
              Cancel
            </ButtonLink>
            {mayQueue && (
              <Button variant="default" aria-busy={entry.busy} onClick={() => save(true)}>
                Save and add to today’s queue
              </Button>
            )}
          </>
        }
        aside={aside}
      >
        <Stack gap="md">
          <PatientFields
            form={form}
            mrn={nextMrn.data?.mrn ?? ''}
            mrnNote="Assigned on save"
            identifiers={
              <LateIdentifierFields
                typed={form.values.identifiers}
                inputProps={(path) => form.getInputProps(path)}
                onProblem={(path, problem) => form.setFieldError(path, problem)}
              />
            }
            {...besideTyped}
          />
          {mayQueue && (
            <Section title="Today’s Queue">
              <FieldGrid>
                <DoctorField
                  label="Doctor"
                  withAsterisk={false}
                  description="Only needed to add the patient to today’s queue"
                  {...form.getInputProps('doctorId')}
                  value={form.values.doctorId}
                />
                <TypeField label="Visit type" {...form.getInputProps('type')} />
                {refusedFor === form.values.doctorId && (
                  <TextInput
                    label="Why today all the same?"
                    withAsterisk
                    aria-required
                    maxLength={200}
                    {...form.getInputProps('overbookReason')}
                  />
                )}
              </FieldGrid>
            </Section>
          )}
          <NextOfKin form={form} isMinor={isMinor(birthOf(form.values.dateOfBirth), today)} />
        </Stack>
      </FormFrame>
    </>
  )
}
