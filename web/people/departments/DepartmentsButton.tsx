// No dialog in this file is about a patient.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { late, whileOpen } from '../../ground/ui/lazy-component.tsx'

const DepartmentsDialog = late(() => import('./DepartmentsDialog.tsx'), 'DepartmentsDialog', whileOpen)

/** Opens the departments, to rename them. */
export function DepartmentsButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        Departments
      </Button>
      {isOpen && <DepartmentsDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
