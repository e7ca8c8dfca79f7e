import type { TopicWords } from './topic-words.js';

/** Where people live and what belongs to it. */
export const homeTopics: Readonly<Record<string, TopicWords>> = {
  home: {
    answer: 'place',
    asks: `live living lives lived home house reside resides residing residence based located city town
      village neighbourhood neighborhood area district suburb borough county hometown whereabouts
      dwelling stationed settled where_at moored berth parish places quarters postcode hail_from
      dwell abode homebase stay_at`,
    says: `move moved moving flat apartment condo studio bedsit cottage bungalow cabin farmhouse
      townhouse terrace terraced semi duplex loft maisonette houseboat caravan trailer dorm dorms
      halls houseshare lodgings digs barracks quarters rent renting rented lease leased landlord
      landlady tenancy tenant mortgage keys key unpack unpacked unpacking boxes box crate crates
      removal removals movers lorry haul housewarming relocate relocated relocating emigrate
      emigrated immigrated settle settling sofa curtains balcony garden attic upstairs downstairs
      neighbour neighbours neighbor neighbors estate_agent realtor letting housing completion
      mattress bedroom lounge porch driveway letterbox housemate housemates flatmate flatmates
      roommate roommates lodger care_home nursing_home retirement sheltered front_door doorstep
      registered residents resident council_tax moved_in move_in new_place old_place sublet deposit
      closing escrow sold_house boiler radiator ground_floor top_floor stairs view sea_view packed
      packing winters homesick locals suburbs gaff pad mooring marina moored annex annexe box_room
      spare_room basement posting posted duty_station settlement conveyancing downsized downsizing
      acreage ranch yurt airbed hallway wardrobe first_night slept_here rehoused evicted own_place
      front_room own_kitchen fence gate landing rooftop chimney commuter_belt gutters weatherboard
      stairlift warden matron mailbox sleeping_in crashing condominium granny_flat tenement walk-up
      studio_flat penthouse manor farm croft chalet lodge igloo villa shed_conversion mobile_home
      trailer_park static_caravan narrowboat barge motorhome campervan digs_with shared_house
      commune dormitory residence_hall bunk bunkhouse hostel_room barrack married_quarters
      base_housing vicarage parsonage nunnery monastery homeless_shelter refuge halfway_house
      hospice_bed respite assisted_living sheltered_flat granny_annexe almshouse landlords lettings
      letting_agent tenants inventory bond eviction foreclosure mortgaged remortgage
      exchange_contracts exchanged completed conveyancer solicitors stamp_duty closing_date surveyor
      for_sale sold_up house_sale chain bidding under_offer homebuyer first-time house-hunting
      viewing viewings uprooted upped_sticks upsized downsize relocation emigrating repatriated
      expat expats returned_home resettled pitched_up holed_up bunking couch_surfing sofa_surfing
      lodging boarding boarder staying_put back_home moving_van u-haul removalist bubble_wrap
      flat-pack ikea curtain_rails blinds bathroom kitchen hob utility_room loft_ladder
      neighbours_here upstairs_neighbour doorman concierge lift porter stairwell courtyard yard
      back_yard verandah patio decking conservatory cul-de-sac street_party block borough parish
      hamlet outskirts countryside seaside coast island_life prairie bush outback high_rise
      tower_block estate council_house council_flat social_housing housing_association council
      electoral_roll gp_registered zip driving_licence_address utility_bill forwarding smoke_alarm
      fuse_box stopcock wake_up_to woke_up_to view_of looks_out commute_from nearest_shop local_pub
      local_shop tram_stop walkable`,
  },
  address: {
    answer: 'place',
    asks: `address street postcode zip zipcode parcel parcels package packages delivery deliveries
      deliver delivered mail mailing letter letters post ship shipping shipped courier send invoice
      billing door doorbell post_to send_to goes_to deliver_to mailbox`,
    says: `road avenue lane close drive court square boulevard crescent terrace row way unit apt building
      buzzer floor po_box reception pickup locker porch redirect redirected forwarding envelope
      groceries shopping order orders couriers doorbell apartment_number flat_number house_number
      suite gate_code concierge amazon dhl ups fedex hermes parcelforce royal_mail usps postman
      postwoman postie mailman redirection drop_off neighbour_took returned_to_sender hampers hamper
      flowers bouquet florist catalogue magazines`,
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
      fuel stove boiler wi-fi hot_water electric electrics leccy wattage`,
    says: `tariff meter router fibre bill bills switched contract kwh solar panels heat_pump boiler
      outage engineer installed openreach octopus edf eon radiators logs coal oil_tank skip
      thermostat pump plumber boiler_man gas_man fitter smart_meter prepay key_meter standing_charge
      unit_rate fuel_bill direct_debit octopus_energy british_gas bt sky_broadband virgin_media
      comcast xfinity spectrum telstra optus rogers bell telus starlink satellite dish fibre_optic
      adsl dsl cable modem extender mesh fixed_price wood_burner log_burner pellet solar_panel
      battery_wall propane septic_tank well mains`,
  },
  access: {
    answer: 'number',
    asks: `code password passcode pin combination login username lock gate keypad wifi_password entry
      safe wifi network pw combo keys door_code alarm_code login_details passphrase pincode keycode
      sign_in unlock wi-fi`,
    says: `changed reset locked unlock keycode digits keysafe expires rotated network ssid keyholder
      rekeyed reprogrammed relocked keyfob padlock dial factory_reset router_reset
      temporary_password expired two-factor`,
  },
  storage: {
    answer: 'place',
    asks: `keep kept store stored put find located hidden spare stash stashed spare_key whereabouts lives`,
    says: `drawer shelf cupboard box hook garage shed attic cellar basement locker cabinet under behind
      wardrobe safe bag glovebox tin jar biscuit_tin plant_pot flowerpot doormat under_mat loft
      freezer pantry larder utility_room toolbox crate filing_cabinet strongbox bedside dresser
      sideboard wall_safe lockbox glove_compartment`,
  },
  household: {
    answer: 'any',
    asks: `bins bin rubbish recycling trash cleaner cleaning laundry chores collection`,
    says: `collected tuesdays fortnightly council wheelie vacuum hoover dishwasher washing_machine dryer`,
  },
  car: {
    answer: 'name',
    asks: `car drive drives driving vehicle van truck motorbike motorcycle scooter ride ev plate
      registration motor wagon pickup lorry tractor wheels_now run_around company_car hatch
      campervan minivan pick-up`,
    says: `mot dealer dealership lease wheels suv hatchback saloon estate hybrid diesel petrol electric
      engine scrapped scrapyard traded trade_in written_off keys mileage clutch garage mechanic
      insurance parked charger bought sold hatch pickup toyota ford honda skoda volvo tesla fiat kia
      hyundai mazda nissan subaru volkswagen vw golf audi bmw renault dacia seat peugeot citroen
      leaf corolla yaris civic fiesta berlingo motor fuel tank tyres tires rental showroom salesman
      sierra camper v5 repossessed v8 electric_car hybrid_car prius bolt ioniq kona polo focus
      golf_gti mini fiat_500 panda punto clio twingo megane scenic qashqai juke micra jazz accord
      cr-v rav4 hilux land_rover defender discovery range_rover jaguar mercedes benz porsche saab
      lada dacia_duster sandero picasso kangoo transit vivaro sprinter vauxhall corsa astra opel
      holden commodore ute falcon chevy chevrolet silverado dodge ram jeep wrangler cherokee buick
      cadillac gmc suzuki swift isuzu mitsubishi outlander polestar rivian lucid byd mg kia_picanto
      sportage tucson sorento logbook v5c sorned sorn road_tax motability charging_point
      charge_point wallbox plugged_in chauffeured hgv moped vespa second-hand one_owner
      part_exchange part-ex forecourt test-drive write-off written-off head_gasket gearbox
      clutch_went breakdown aa rac tow towed towing scrappage keys_back handed_keys dashcam
      roof_rack boot_space roofbox`,
  },
  parking: {
    answer: 'place',
    asks: `park parked parking space bay spot permit garage_space carpark`,
    says: `level garage multistorey street ticket row bays floor valet kerb curb clamp clamped fined
      meter pay_and_display resident_permit underground lot stall car_park`,
  },
};
