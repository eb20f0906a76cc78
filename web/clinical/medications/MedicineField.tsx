import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { FocusEventHandler, ReactNode } from 'react'
import { fold } from '../../../contract/fold.ts'
import type { PrescribableMedicine } from '../../../contract/store/items.ts'
import { countOf, formatDay, formatNumber } from '../../ground/ui/format.ts'
import classes from './Medications.module.css'
import { medicinesQuery } from './queries.ts'

/**
 * The medicine to prescribe: free text with suggestions of what is in the store, and how much. A medicine that isn't in
 * the store can be prescribed too, so a suggestion is only taken if it is chosen with the arrow keys or by a press.
 */
export function MedicineField({
  value,
  onChange,
  onChoose,
  onBlur,
  error,
  id,
}: {
  value: string
  onChange: (text: string) => void
  onChoose: (medicine: PrescribableMedicine) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  error?: ReactNode
  id?: string
}) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [search] = useDebouncedValue(value.trim(), 200)
  const { data: medicines, isError, error: failure } = useQuery(medicinesQuery(search))
  const isTyped = value.trim() !== ''
  const held = medicines?.find(({ name }) => fold(name) === fold(value.trim()))

  function choose(name: string) {
    const chosen = medicines?.find((medicine) => medicine.name === name)
    if (!chosen) return
    onChange(name)
    onChoose(chosen)
    combobox.closeDropdown()
  }

  return (
    <div>
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal>
        <Combobox.Target withExpandedAttribute>
          <TextInput
            id={id}
            label="Medicine"
            description="Choose from the store, or type another"
            withAsterisk
            aria-required
            aria-autocomplete="list"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={value}
            error={error}
            onChange={(event) => {
              onChange(event.currentTarget.value)
              combobox.resetSelectedOption()
              combobox.openDropdown()
            }}
            onClick={() => isTyped && combobox.openDropdown()}
            onBlur={(event) => {
              combobox.closeDropdown()
              onBlur?.(event)
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!isTyped}>
          <Combobox.Options aria-label="In the store" mah={280} style={{ overflowY: 'auto' }}>
            {medicines?.map((medicine) => (
              <Combobox.Option key={medicine.id} value={medicine.name} className={classes.option}>
                <bdi className={classes.name}>{medicine.name}</bdi>
                <Stock of={medicine} />
              </Combobox.Option>
            ))}
          </Combobox.Options>
          <div className={classes.note} role="status">
            {isError
              ? `The store could not be looked up. ${failure.message} Your entry is kept.`
              : !medicines
                ? 'Looking in the store…'
                : medicines.length === 0
                  ? 'Not in the store. You can prescribe it as typed.'
                  : `${countOf(medicines.length, 'medicine')} in the store. Choose with the arrow keys, or keep your entry.`}
          </div>
        </Combobox.Dropdown>
      </Combobox>
      {held && !combobox.dropdownOpened && (
        <p className={classes.beside} role="status">
          In the store: <Stock of={held} />
        </p>
      )}
    </div>
  )
}

/** '480 tablets, first expiry 30 Nov 2027'. Highlighted if there are none. */
function Stock({ of: { usable, unit, firstExpiry } }: { of: PrescribableMedicine }) {
  return (
    <span className={classes.stock} data-none={usable === 0 || undefined}>
      {usable === 0 && <IconAlertTriangle size={14} aria-hidden="true" />}
      {formatNumber(usable)} {unit}
      {firstExpiry && `, first expiry ${formatDay(firstExpiry)}`}
    </span>
  )
}
