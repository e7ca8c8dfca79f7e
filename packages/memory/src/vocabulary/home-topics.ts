import type { TopicWords } from './topic-words.js';

/** Where people live and what belongs to it. */
export const homeTopics: Readonly<Record<string, TopicWords>> = {
  home: {
    answer: 'place',
    asks: `live living lives lived home house reside resides residing residence based located city town
      village neighbourhood neighborhood area district suburb borough county hometown whereabouts
      dwelling stationed settled where_at
      moored berth parish`,
    says: `move moved moving flat apartment condo studio bedsit cottage bungalow cabin farmhouse
      townhouse terrace terraced semi duplex loft maisonette houseboat caravan trailer dorm dorms halls
      houseshare lodgings digs barracks quarters rent renting rented lease leased landlord landlady
      tenancy tenant mortgage keys key unpack unpacked unpacking boxes box crate crates removal removals
      movers lorry haul housewarming relocate relocated relocating emigrate emigrated immigrated settle
      settling sofa curtains balcony garden attic upstairs downstairs neighbour neighbours neighbor
      neighbors estate_agent realtor letting housing completion mattress bedroom lounge porch driveway
      letterbox housemate housemates flatmate flatmates roommate roommates lodger care_home nursing_home
      retirement sheltered front_door doorstep registered residents resident council_tax moved_in
      move_in new_place old_place sublet deposit closing escrow sold_house boiler radiator ground_floor
      top_floor stairs view sea_view packed packing winters homesick locals suburbs
      gaff pad mooring marina moored annex annexe box_room spare_room basement posting posted
      duty_station settlement conveyancing downsized downsizing acreage ranch yurt airbed hallway
      wardrobe first_night slept_here rehoused evicted own_place front_room own_kitchen fence gate
      landing rooftop chimney commuter_belt gutters weatherboard stairlift warden matron mailbox
      sleeping_in crashing`,
  },
  address: {
    answer: 'place',
    asks: `address street postcode zip zipcode parcel parcels package packages delivery deliveries
      deliver delivered mail mailing letter letters post ship shipping shipped courier send invoice
      billing door doorbell`,
    says: `road avenue lane close drive court square boulevard crescent terrace row way unit apt
      building buzzer floor po_box reception pickup locker porch redirect redirected forwarding envelope
      groceries shopping order orders couriers`,
  },
  lodging: {
    answer: 'name',
    asks: `hotel hostel inn motel accommodation lodging stay staying stays booked booking reservation
      sleep`,
    says: `airbnb room rooms suite resort guesthouse campsite tent cabin check-in checkout nights night
      booked cancelled refund overbooked`,
  },
  utilities: {
    answer: 'name',
    asks: `electricity gas energy internet broadband wifi provider supplier utility heating water power
      fuel stove boiler`,
    says: `tariff meter router fibre bill bills switched contract kwh solar panels heat_pump boiler
      outage engineer installed
      openreach octopus edf eon radiators logs coal oil_tank skip thermostat pump plumber`,
  },
  access: {
    answer: 'number',
    asks: `code password passcode pin combination login username lock gate keypad wifi_password
      entry safe
      wifi network pw combo keys`,
    says: `changed reset locked unlock keycode digits keysafe expires rotated network ssid`,
  },
  storage: {
    answer: 'place',
    asks: `keep kept store stored put find located hidden spare`,
    says: `drawer shelf cupboard box hook garage shed attic cellar basement locker cabinet under behind
      wardrobe safe bag glovebox`,
  },
  household: {
    answer: 'any',
    asks: `bins bin rubbish recycling trash cleaner cleaning laundry chores collection`,
    says: `collected tuesdays fortnightly council wheelie vacuum hoover dishwasher washing_machine dryer`,
  },
  car: {
    answer: 'name',
    asks: `car drive drives driving vehicle van truck motorbike motorcycle scooter ride ev plate
      registration
      motor wagon pickup lorry tractor`,
    says: `mot dealer dealership lease wheels suv hatchback saloon estate hybrid diesel petrol electric
      engine scrapped scrapyard traded trade_in written_off keys mileage clutch garage mechanic
      insurance parked charger bought sold hatch pickup toyota ford honda skoda volvo tesla fiat kia
      hyundai mazda nissan subaru volkswagen vw golf audi bmw renault dacia seat peugeot citroen leaf
      corolla yaris civic fiesta
      berlingo motor fuel tank tyres tires rental showroom salesman sierra camper v5 repossessed`,
  },
  parking: {
    answer: 'place',
    asks: `park parked parking space bay spot permit`,
    says: `level garage multistorey street ticket row bays floor`,
  },
};
