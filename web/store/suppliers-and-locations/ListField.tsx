import { Loader } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { fold } from '../../../contract/fold.ts'
import { addStorageLocation } from '../../../contract/store/storage-locations.ts'
import { addSupplier } from '../../../contract/store/suppliers.ts'
import { api } from '../../ground/client/api.ts'
import { applyAnswer } from '../../ground/client/live/own-writes.ts'
import { refusedAct } from '../../ground/records/failures.ts'
import { Choice } from '../../ground/ui/form/Choice.tsx'
import { toast } from '../../ground/ui/toast.tsx'

interface Entry {
  id: string
  name: string
}

interface FieldProps {
  label: string
  value: string | null
  onChange: (id: string | null) => void
  id?: string
  error?: ReactNode
  onFocus?: () => void
  onBlur?: () => void
}

const newOne = 'new'

/** Chooses from one of the store's small lists; a name that is not there yet is added in place. */
function ListField({
  choices,
  thing,
  onAdd,
  value,
  onChange,
  ...input
}: FieldProps & {
  choices: readonly Entry[] | undefined
  /** 'supplier' */
  thing: string
  onAdd: (name: string) => Promise<Entry>
}) {
  const [search, setSearch] = useState('')
  const [adding, setAdding] = useState(false)
  const name = search.trim()
  const isKnown = choices?.some((choice) => fold(choice.name) === fold(name))
  const data = (choices ?? []).map((choice) => ({ value: choice.id, label: choice.name }))

  async function choose(id: string | null) {
    if (id !== newOne) return onChange(id)
    setAdding(true)
    try {
      const added = await onAdd(name)
      onChange(added.id)
    } catch (error) {
      toast.error(refusedAct(error, `The ${thing} was not added`))
    } finally {
      setAdding(false)
    }
  }

  return (
    <Choice
      {...input}
      value={value}
      onChange={choose}
      clearable
      clearButtonProps={{ 'aria-label': `Clear the ${thing}` }}
      placeholder={`Choose, or type a new ${thing}`}
      onSearchChange={setSearch}
      maxDropdownHeight={260}
      rightSection={adding ? <Loader size={16} aria-label={`Adding the ${thing}`} /> : undefined}
      nothingFoundMessage={`No ${thing} yet: type its name`}
      inputMode="text"
      data={data}
      isLoading={choices === undefined}
      addition={name && choices && !isKnown ? { value: newOne, label: `Add “${name}”` } : undefined}
    />
  )
}

export function SupplierField(props: FieldProps & { suppliers: readonly Entry[] | undefined }) {
  const queryClient = useQueryClient()
  const { suppliers, ...field } = props
  return (
    <ListField
      {...field}
      choices={suppliers}
      thing="supplier"
      onAdd={async (name) => {
        const added = await api(addSupplier, { body: { name, contact: null, email: null } })
        applyAnswer(queryClient, added, { suppliers: () => true })
        return added
      }}
    />
  )
}

export function LocationField(props: FieldProps & { locations: readonly Entry[] | undefined }) {
  const queryClient = useQueryClient()
  const { locations, ...field } = props
  return (
    <ListField
      {...field}
      choices={locations}
      thing="location"
      onAdd={async (name) => {
        const added = await api(addStorageLocation, { body: { name } })
        applyAnswer(queryClient, added, { 'storage-locations': () => true })
        return added
      }}
    />
  )
}
