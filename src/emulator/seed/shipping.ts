import { prepared } from '../../storage/statements.ts'
import type { Seeding } from './seeding.ts'

/** Creates tariffs, including an old inactive one, and boxes (document 2, shipping profile and package). */
export function seedShipping({ db }: Seeding): void {
  const profile = prepared(
    db,
    'INSERT INTO shipping_profiles (name, profile_type, is_default, active) VALUES (?, ?, ?, ?)',
  )
  profile.run('Standard parcel', 'flat_rate', 1, 1)
  profile.run('Bulky goods', 'weight_based', 0, 1)
  profile.run('Letter (old tariff)', 'flat_rate', 0, 0)
  const box = prepared(
    db,
    `INSERT INTO shipping_packages (name, length_cm, width_cm, height_cm, empty_weight_g, max_weight_kg, is_default)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  box.run('Small box', '20', '15', '10', '85', '2', 1)
  box.run('Large box', '60', '40', '40.5', '640', '25', 0)
}
