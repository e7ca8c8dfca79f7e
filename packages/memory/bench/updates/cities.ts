/** Where people of the cases live, or move to. */
export const cities = [
  'Hamburg',
  'Leipzig',
  'Porto',
  'Toronto',
  'Oslo',
  'Kyoto',
  'Denver',
  'Lyon',
  'Bergen',
  'Austin',
];
