import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PatientIdentity } from '../../contract/patients.ts'
import { Allergies, PatientIdentityLine, patientQuery } from '../patients/public.ts'
import { FormErrors, type FormProblem } from '../ui/form/FormErrors.tsx'
import classes from './Dialog.module.css'

/** Narrower than this, dialogs take the whole screen, and the board and the table are two views. */
export const phone = '(max-width: 47.99em)'

/** The frame of a dialog about a bed or an admission. */
export function DialogFrame({
  title,
  onClose,
  children,
}: {
  title: ReactNode
  onClose: () => void
  children: ReactNode
}) {
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  const [opener] = useState(() => document.activeElement)

  // What opened it gets the focus back, as long as it is there.
  useEffect(
    () => () => {
      setTimeout(() => {
        if (opener instanceof HTMLElement && opener.isConnected && hasNoFocus()) opener.focus()
      })
    },
    [opener],
  )

  return (
    // A click beside the dialog is an accident more often than a wish, and would hide what was typed.
    <Modal opened onClose={onClose} title={title} size="lg" fullScreen={isPhone} closeOnClickOutside={false}>
      {children}
    </Modal>
  )
}

/** Whether the focus went with what had it. */
export function hasNoFocus(): boolean {
  return !document.activeElement || document.activeElement === document.body
}

/** A form in a dialog: what is wrong, the fields, and the two ways out. */
export function DialogForm({
  onSubmit,
  summary,
  busy,
  label,
  busyLabel,
  danger,
  onCancel,
  notice,
  children,
}: {
  onSubmit: (event?: React.SyntheticEvent<HTMLFormElement>) => void
  summary: { problems: FormProblem[]; attempt: number }
  busy: boolean
  /** A verb with its object: 'Discharge Asha Rao' */
  label: string
  busyLabel: string
  danger?: boolean
  onCancel: () => void
  notice?: ReactNode
  children: ReactNode
}) {
  const form = useRef<HTMLFormElement>(null)
  // The dialog begins at its first field, not at its way out.
  useLayoutEffect(
    () => form.current?.querySelector('input, textarea')?.setAttribute('data-autofocus', ''),
    [],
  )
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={classes.form}>
      <div className={classes.body}>
        {notice}
        <FormErrors {...summary} />
        {children}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" color={danger ? 'red' : undefined} aria-busy={busy}>
          {busy ? busyLabel : label}
        </Button>
      </div>
    </form>
  )
}

/** AppointmentSummary a dialog is about, with what they can't tolerate, and where they lie. */
export function PatientSummary({ patient, now }: { patient: PatientIdentity; now?: ReactNode }) {
  const record = useQuery(patientQuery(patient.id))
  return (
    <div className={classes.whom}>
      <PatientIdentityLine patient={patient} />
      {!record.isPending && <Allergies allergies={record.data?.allergies} />}
      {now && <p className={classes.now}>{now}</p>}
    </div>
  )
}
