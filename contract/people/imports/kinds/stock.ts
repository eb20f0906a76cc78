import { fold } from '../../../fold.ts'
import { type ItemUnit } from '../../../store/items.ts'
import type { ItemCategory } from '../../../store/kinds.ts'
import { choicesOf, type KindFields } from './kind.ts'

const categoryNames: Record<ItemCategory, string> = {
  MEDICINE: 'Medicine',
  EQUIPMENT: 'Equipment',
  SUPPLIES: 'Supplies',
}
const categoryWords: Record<ItemCategory, readonly string[]> = {
  MEDICINE: ['medicine', 'medicines', 'drug', 'drugs', 'medication', 'pharmaceutical', 'pharmacy', 'med'],
  EQUIPMENT: ['equipment', 'device', 'devices', 'instrument', 'instruments'],
  SUPPLIES: ['supplies', 'supply', 'consumable', 'consumables', 'disposables', 'material'],
}
const unitNames: Record<ItemUnit, string> = {
  pcs: 'pcs',
  ml: 'ml',
  tablets: 'tablets',
  kg: 'kg',
  litres: 'litres',
}
const unitWords: Record<ItemUnit, readonly string[]> = {
  pcs: ['pcs', 'pc', 'piece', 'pieces', 'each', 'ea', 'unit', 'units', 'no', 'nos'],
  ml: ['ml', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
  tablets: ['tablets', 'tablet', 'tab', 'tabs'],
  kg: ['kg', 'kilogram', 'kilograms', 'kilo'],
  litres: ['litres', 'litre', 'liter', 'liters', 'l'],
}

/** The one among whose words this is. */
function guessOf(known: Readonly<Record<string, readonly string[]>>) {
  return (typed: string) => {
    const word = fold(typed).replace(/[^\p{L}\d]/gu, '')
    return Object.entries(known).find(([, words]) => words.includes(word))?.[0]
  }
}

export const stock: KindFields = {
  fields: {
    name: {
      name: 'Item',
      isRequired: true,
      words: [
        'item',
        'item name',
        'name',
        'product',
        'product name',
        'medicine',
        'drug',
        'drug name',
        'article',
      ],
    },
    category: {
      name: 'Category',
      isRequired: true,
      canBeConstant: true,
      choices: choicesOf(categoryNames),
      guess: guessOf(categoryWords),
      words: ['category', 'item category', 'type', 'item type', 'class', 'group'],
    },
    unit: {
      name: 'Unit',
      isRequired: true,
      canBeConstant: true,
      choices: choicesOf(unitNames),
      guess: guessOf(unitWords),
      words: ['unit', 'units', 'uom', 'unit of measure', 'measure'],
    },
    quantity: {
      name: 'Quantity',
      reads: 'NUMBER',
      isRequired: true,
      words: ['quantity', 'qty', 'stock', 'on hand', 'balance', 'in stock', 'current stock', 'closing stock'],
    },
    batchNumber: {
      name: 'Batch number',
      words: ['batch number', 'batch', 'batch no', 'lot', 'lot number', 'lot no'],
    },
    expiryDate: {
      name: 'Expiry date',
      reads: 'DATE',
      words: [
        'expiry date',
        'expiry',
        'expiration',
        'expiration date',
        'exp',
        'exp date',
        'best before',
        'expires',
      ],
    },
    cost: {
      name: 'Cost of one unit',
      reads: 'NUMBER',
      isRequired: true,
      words: [
        'cost of one unit',
        'cost',
        'unit cost',
        'price',
        'unit price',
        'purchase price',
        'cost price',
        'rate',
      ],
    },
    reorderLevel: {
      name: 'Reorder level',
      reads: 'NUMBER',
      words: [
        'reorder level',
        'reorder',
        'reorder point',
        'minimum',
        'min',
        'min stock',
        'minimum stock',
        'min level',
      ],
    },
    packSize: {
      name: 'Pack size',
      reads: 'NUMBER',
      words: ['pack size', 'pack', 'units per pack', 'pack qty'],
    },
    supplier: {
      name: 'Supplier by name',
      words: ['supplier by name', 'supplier', 'supplier name', 'vendor', 'vendor name'],
    },
    location: {
      name: 'Storage location by name',
      words: ['storage location by name', 'storage location', 'location', 'store', 'shelf', 'bin'],
    },
    description: { name: 'Description', words: ['description', 'details', 'generic name', 'specification'] },
    notes: { name: 'Notes', isJoined: 'LINES', words: ['notes', 'remarks', 'comments'] },
  },
}
