import type { TopicWords } from './topic-words.js';

/** What people like and do with their time. */
export const leisureTopics: Readonly<Record<string, TopicWords>> = {
  sport: {
    answer: 'any',
    asks: `sport sports play plays playing game team tennis football soccer basketball rugby cricket
      hockey volleyball badminton golf club sporty athlete play_for train_with five-a-side`,
    says: `racket match season league squash padel kit boots coach squad tournament pitch court climbing
      judo karate boxing fencing rowing skating skiing snowboarding surfing netball retired_from
      gave_up signed_up handball curl curling bowls bowling darts snooker pool polo surf surfed
      skate broom pads whistle bench reserves agm captain bat wicket striker goalie keeper racquet
      footie five_a_side sunday_league futsal gaelic hurling camogie lacrosse ultimate_frisbee
      softball baseball pickleball table_tennis ping_pong archery gymnastics trampolining dance
      ballet karate_belt taekwondo jiu-jitsu bjj muay_thai kickboxing sparring marathon_runner
      sprinter hurdles javelin swimmer butterfly diving water_polo canoe canoeing kayak sailing
      regatta windsurf kitesurf paddleboard snowboarder skier ice_hockey curling_club bowls_club
      pétanque croquet crown_green hung_up_my boots_away whistle_to subs_paid transfer signed_for
      physio_room`,
  },
  fandom: {
    answer: 'name',
    asks: `support supports fan team club follow root cheer`,
    says: `season_ticket scarf stadium jersey united city rovers league derby
      footy rugby cricket nfl nba swans ticket terrace away_games`,
  },
  music: {
    answer: 'any',
    asks: `music band song songs genre listen listening listens artist singer album playlist concert tune
      radio station tunes listening_to bands on_repeat into_at_the_moment`,
    says: `jazz rock techno metal folk punk pop rap hip-hop hiphop classical opera blues country indie
      vinyl gig headphones loop repeat spotify soundtrack chart orchestra k-pop radio single album
      drummer lyric lullaby choir rapper kendrick beatles fiddle trad ceilidh salsa reggae soul
      disco grunge ambient lo-fi drum_and_bass dnb jungle dubstep house garage_music grime drill
      trance edm synthpop shoegaze emo ska punk_rock prog bluegrass americana gospel motown bebop
      swing big_band baroque bach mozart beethoven chopin wagner musicals show_tunes afrobeats
      amapiano bossa_nova flamenco fado bhangra bollywood k_pop mixtape setlist festival gigs
      guitars synths`,
  },
  instrument: {
    answer: 'any',
    asks: `instrument play plays playing guitar piano violin lessons practise practice learn musician jam
      jamming strum tambourine percussion`,
    says: `cello drums trumpet flute saxophone sax ukulele banjo bass clarinet accordion harmonica keys
      strings bow tuner orchestra choir sold lessons grade fiddle bagpipes pipes tin_whistle bodhran
      mandolin lute harp viola double_bass oboe bassoon piccolo recorder trombone tuba euphonium
      french_horn cornet bugle marimba xylophone glockenspiel bongos djembe cajon organ synth
      synthesizer keyboard decks amp pedals capo plectrum reed mouthpiece grades metronome`,
  },
  reading: {
    answer: 'any',
    asks: `book books read reading author novel genre writer magazine newspaper newsletter podcast
      audiobook novels paper westerns mysteries reads author_of paperbacks literature fiction
      non-fiction bookworm`,
    says: `chapter kindle library thriller crime sci-fi fantasy biography memoir poetry page-turner
      bookshop finished trilogy series page western westerns mystery mysteries detective romance
      whodunnit ebook audiobooks comics manga paperback hardback borrowed cosy_crime murder_mystery
      spy le_carre christie rankin penny cowboy historical_novel regency bodice-ripper chick_lit
      horror stephen_king discworld pratchett tolkien graphic_novels graphic_novel audiobook_of
      essays self-help cookbook poems haiku broadsheet tabloid guardian_weekly nonfiction`,
  },
  watching: {
    answer: 'any',
    asks: `watch watching show series film films movie movies tv television programme director actor
      channels telly sky tv_show boxset viewing stream_tonight on_telly`,
    says: `season episode binge binged cinema netflix documentary anime sitcom drama horror comedy bbc
      box_set finale rewatch telly dish channels bake_off soaps quiz thrillers heist rom-coms romcom
      cartoon sky matinee coronation_street eastenders emmerdale strictly traitors bake-off sitcoms
      crime_dramas scandi nordic_noir documentaries true_crime kdrama k-dramas telenovela
      anime_series marvel superhero rom-com musicals westerns reality gogglebox snooker_on aerial
      freeview licence_fee bbc_iplayer`,
  },
  streaming: {
    answer: 'name',
    asks: `stream streaming subscription subscribe subscribed service app plan membership subscriber
      streaming_service music_service`,
    says: `spotify tidal netflix hulu disney prime hbo deezer youtube apple_music trial renewed cancelled
      unsubscribed premium family_plan switched qobuz apple_tv paramount disney_plus max crunchyroll
      mubi britbox now_tv discovery+ youtube_premium ad-free ads family_account`,
  },
  gaming: {
    answer: 'name',
    asks: `game games gaming console play playing board_game video main_game rpg`,
    says: `xbox playstation nintendo switch steam minecraft zelda chess catan controller level
      multiplayer raid deck sold elden_ring baldur's_gate stardew valorant fortnite roblox
      league_of_legends dota counter-strike overwatch fifa hearthstone animal_crossing mario pokemon
      ps5 ps4 steam_deck gamecube dnd d&d dungeons warhammer bridge backgammon scrabble settlers`,
  },
  hobby: {
    answer: 'any',
    asks: `hobby hobbies interest interests pastime spare_time free_time weekend weekends evenings fun
      into collect craft crafts relax free-time downtime unwind evenings_are do_for_fun leisure`,
    says: `pottery knitting crochet painting drawing photography chess baking gardening fishing birding
      birdwatching woodworking sewing embroidery sudoku crossword puzzles model_trains choir dancing
      salsa theatre improv climbing kiln wheel loom camera lens wool needles allotment evening_class
      taken_up took_up obsessed hooked bored jigsaw jigsaws astronomy telescope metal_detecting
      calligraphy origami quilting quilt foraging genealogy stamps coins beekeeping hives drone
      kayak kayaking sailing bonsai whittling lino magic juggling ceramics bell-ringing bellringing
      campanology morris folk_dancing line_dancing ballroom tango swing_dance am-dram amdram
      open_mic standup_comedy pub_quiz whist bridge_club bingo darts_team dominoes model_railway
      model_boats war-gaming radio_ham geocaching orienteering caving potholing parkour
      skateboarding rollerskating roller_derby falconry lapidary mosaics stained_glass watercolour
      watercolours oils acrylics etching screenprinting macrame tatting lace felting spinning_wheel
      cross-stitch scrapbooking journalling sourdough_starter home-brew homebrew winemaking
      mushrooming wild_camping bushcraft fly_fishing angling carp bream trout rods tackle bait
      binoculars hide nest_box`,
  },
  favourite: {
    answer: 'any',
    asks: `favourite favorite prefer prefers preferred preference like likes love loves enjoy enjoys best
      go-to usual taste dislike hate flavour flavor choice fancy rather fave favs fav preferred_one
      mad_about keen_on fond_of partial_to`,
    says: `obsessed addicted hooked crush sick_of fed_up tired_of bored gone_off went_off converted
      swear_by cannot_stand can_stand nothing_beats top number_one these_days nowadays lately yuck
      divine unbeatable grown_on over_it guilty_pleasure craving devoured delicious went_right_off
      gone_right_off had_enough can't_stand cannot_abide used_to_love prefer_the converted_me
      won_me_over new_favourite all_about nothing_but grew_out grown_out_of for_babies over_them
      mad_for besotted obsession`,
  },
  meal: {
    answer: 'any',
    asks: `breakfast lunch dinner meal snack dish cuisine pizza restaurant takeaway takeout topping
      dessert cake ice_cream order curry cook starter mains pudding supper tea brunch elevenses
      tuck_in menu_choice order_for`,
    says: `sushi ramen tacos pasta noodles thai italian indian mexican chinese japanese korean porridge
      toast oats granola yoghurt yogurt eggs pho burrito soup salad sandwich wrap dumplings falafel
      kebab chocolate vanilla pistachio lemon spicy table booked waiter leftovers steak medium_rare
      well_done vindaloo korma chilli mild toppings pepperoni pineapple marmite jam crumpets
      pancakes waffles bagel croissant fry-up kimchi hummus brownies crisps biscuit biscuits chips
      madras jalfrezi tikka balti bhuna naan pilau biryani dhal dosa katsu teriyaki bento gyoza
      dim_sum chow_mein satay laksa rendang paella tapas risotto gnocchi carbonara lasagne ragu
      moussaka shakshuka tagine couscous poutine pierogi goulash schnitzel haggis stovies coddle
      boxty fish_and_chips pie_and_mash bangers shepherd's_pie casserole stew broth omelette
      poached_eggs scrambled muesli cereal weetabix overnight_oats pastries croissants doughnut
      sponge trifle crumble custard gelato sorbet tiramisu cheesecake brownie flapjack scone scones`,
  },
  colour: {
    answer: 'any',
    asks: `colour color paint painted shade theme hue tone_of_paint wallpaper palette`,
    says: `red blue green yellow purple pink orange black white grey gray teal navy turquoise maroon
      beige coral lilac mustard burgundy tin wall walls coat repainted sage lavender magenta crimson
      scarlet terracotta ochre cream ivory charcoal slate duck_egg emerald olive khaki indigo violet
      peach salmon gold silver bronze swatch tester undercoat emulsion second_coat`,
  },
  travel: {
    answer: 'place',
    asks: `holiday holidays vacation trip travel travelling traveling destination fly flying going flight
      summer honeymoon cruise abroad seat plane airline ferry caravan getaway break city_break
      where_are_we_going journey_to off_to fly_to`,
    says: `booked tickets flights visa passport beach rebooked cancelled refund itinerary airport luggage
      suitcase camping campervan ferry island fell_through volcano strike aisle window cruise
      caravan norovirus eurostar train resort villa backpacking terminal gate connection
      passport_control check-in_desk atol jet2 ryanair easyjet tui eurotunnel interrail
      sleeper_train road_trip static_van glamping hostel_booked all-inclusive full_board half_board
      excursions wildfires hurricane cancelled_on rerouted swapped_destination`,
  },
  volunteering: {
    answer: 'name',
    asks: `volunteer volunteering charity club society church choir group member committee help_out_at
      charity_work give_my_time`,
    says: `food_bank shelter scouts rota trustee mosque synagogue temple parish joined left stood_down
      treasurer lanyard rhyme_time tabard samaritans oxfam hospice soup_kitchen brownies guides cubs
      library toddlers lollipop foodbank rnli lifeboat mountain_rescue st_john_ambulance
      citizens_advice cancer_research shelter_shop charity_shop befriending hospital_radio
      litter_pick litter-pick school_governor parish_council beavers rainbows girlguiding cadets
      rotary lions wi women's_institute repair_cafe community_garden meals_on_wheels dog_shelter
      stepped_back last_shift final_shift`,
  },
  garden: {
    answer: 'any',
    asks: `garden plant plants grow growing vegetables allotment flowers gardening veg_patch flowerbed
      border planting plot`,
    says: `tomatoes seeds seedlings beans roses compost greenhouse dug harvest pots slugs raised_bed
      courgettes lawn mower hedge prune pruning peas peat dahlias tulips fuchsia chillies herbs
      weeds shed hanging_basket potatoes spuds tubers bulbs daffodils sweet_peas peonies hydrangea
      hydrangeas lavender clematis wisteria begonias geraniums marigolds sunflowers pumpkins squash
      leeks onions garlic carrots parsnips beetroot kale chard cabbage sprouts broccoli rhubarb
      strawberries raspberries gooseberries blackberries currants apples pears plums polytunnel
      cold_frame water_butt mulch manure weedkiller secateurs spade trowel rotavator orchard meadow
      wildflowers bee-friendly`,
  },
  learning: {
    answer: 'any',
    asks: `learn learning language speak speaks fluent lessons course studying duolingo second_language
      bilingual mother_tongue native_tongue talk_at_home`,
    says: `spanish french german italian japanese korean mandarin portuguese dutch swedish arabic polish
      tutor evening_class streak grammar b1 vocab breton welsh irish gaelic scots_gaelic basque
      catalan galician romanian hungarian czech slovak croatian serbian bulgarian ukrainian russian
      turkish hebrew persian farsi urdu hindi punjabi bengali tamil thai vietnamese tagalog malay
      indonesian swahili amharic yoruba igbo zulu afrikaans finnish norwegian danish icelandic greek
      latin esperanto british_sign_language bsl asl makaton lingua conjugation vocabulary flashcards
      anki babbel`,
  },
};
