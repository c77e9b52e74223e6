/** Invented names: first and last names of a place are combined at random. A name in another script includes its Latin spelling for the e-mail address. */
interface Place {
  first: string[];
  last: string[];
  towns: string[];
}

const words = (text: string) => text.split(' ');

export const places: Place[] = [
  {
    first: words('Amelia Harriet Imogen Oscar Rowan Theo Nell Edmund Florence Jasper'),
    last: words('Ashdown Birchall Copperfield Dunmore Ellery Fenwick Garside Holloway Inskip Larkham'),
    towns: ['Leeds, United Kingdom', 'Bristol, United Kingdom', 'Cork, Ireland', 'Wellington, New Zealand', 'Halifax, Canada'],
  },
  {
    first: words('Lucía Mateo Valentina Joaquín Ximena Emilio Renata Ignacio Paloma Tomás'),
    last: words('Alcázar Benavides Cifuentes Domínguez Echeverría Figueroa Granados Ibáñez Montalvo Quiroga'),
    towns: ['Valencia, Spain', 'Bogotá, Colombia', 'Guadalajara, Mexico', 'Montevideo, Uruguay', 'Rosario, Argentina'],
  },
  {
    first: words('Beatriz Caio Heloísa Thiago Iara Rafael Luana Davi Marina Otávio'),
    last: words('Albuquerque Bittencourt Cavalcanti Drummond Fontoura Guimarães Lacerda Medeiros Nogueira Valadares'),
    towns: ['Recife, Brazil', 'Porto Alegre, Brazil', 'Braga, Portugal', 'Maputo, Mozambique'],
  },
  {
    first: words('Élodie Baptiste Maëlle Corentin Solène Gaspard Océane Lucien Apolline Rémi'),
    last: words('Aubertin Beauchêne Carpentier Delorme Fauvel Grandjean Lacombe Marchand Thévenin Vasseur'),
    towns: ['Nantes, France', 'Lyon, France', 'Liège, Belgium', 'Québec, Canada', 'Dakar, Senegal'],
  },
  {
    first: words('Annika Jonas Friederike Matthias Leonie Henrik Svenja Tobias Käthe Moritz'),
    last: words('Ahrendt Bergmann Dietrichs Engelhardt Falkenberg Grünwald Hagedorn Jäger Kästner Weißenfels'),
    towns: ['Leipzig, Germany', 'Freiburg, Germany', 'Graz, Austria', 'Winterthur, Switzerland'],
  },
  {
    first: words('Astrid Søren Ingrid Bjørn Freja Eirik Signe Håkon Tuva Lars'),
    last: words('Aaltonen Bakken Dahlgren Enevoldsen Fjeldstad Halvorsen Lindqvist Møller Nyström Skovgaard'),
    towns: ['Aarhus, Denmark', 'Trondheim, Norway', 'Uppsala, Sweden', 'Tampere, Finland', 'Akureyri, Iceland'],
  },
  {
    first: words('Zofia Łukasz Hanna Wojciech Kinga Radek Tereza Ondřej Jana Marek'),
    last: words('Bielawa Czarnota Dobosz Głowacz Jasiński Krajíček Maślanka Novotník Ostrowicz Zelenka'),
    towns: ['Wrocław, Poland', 'Gdańsk, Poland', 'Brno, Czechia', 'Košice, Slovakia', 'Vilnius, Lithuania'],
  },
  {
    first: words('Oksana Taras Daryna Andrii Solomiia Maksym Mila Nikola Vesna Bogdan'),
    last: words('Bondarchuk Dovzhenko Havryliuk Kovalchyk Lysenko Marković Petrenko Savchuk Stojanović Tkachuk'),
    towns: ['Lviv, Ukraine', 'Kharkiv, Ukraine', 'Novi Sad, Serbia', 'Plovdiv, Bulgaria'],
  },
  {
    first: words('Elif Emre Zeynep Kerem Defne Burak Nazlı Onur Ceren Tolga'),
    last: words('Akbulut Çetinkaya Demirtaş Erdoğmuş Güneş Karahan Özgür Şahinoğlu Tekin Yıldırım'),
    towns: ['Izmir, Türkiye', 'Ankara, Türkiye', 'Eskişehir, Türkiye'],
  },
  {
    first: words('Layla Omar Nour Karim Salma Tariq Yasmin Ziad Hala Idris'),
    last: words('Al-Hashimi Bennani Darwish El-Sayegh Farouki Haddadin Khalidi Mansouri Najjar Tazi'),
    towns: ['Amman, Jordan', 'Casablanca, Morocco', 'Alexandria, Egypt', 'Tunis, Tunisia', 'Sharjah, United Arab Emirates'],
  },
  {
    first: words('Adaeze Chidi Folake Kwame Ngozi Tunde Akosua Emeka Amina Sipho'),
    last: words('Adeyinka Boatengu Chukwuma Dlaminiso Eze Gyamfi Mwangira Nwosu Okonjo Wanjiku'),
    towns: ['Lagos, Nigeria', 'Accra, Ghana', 'Nairobi, Kenya', 'Cape Town, South Africa', 'Kigali, Rwanda'],
  },
  {
    first: words('Aarav Ananya Ishaan Kavya Meera Nikhil Priya Rohan Sanjana Vikram'),
    last: words('Bhattar Chaturvedi Deshmukh Gopalan Iyengar Joshipura Kulkarni Mukherji Raghavan Subramani'),
    towns: ['Pune, India', 'Kochi, India', 'Hyderabad, India', 'Colombo, Sri Lanka', 'Kathmandu, Nepal'],
  },
  {
    first: words('葵/Aoi 陽菜/Hina 蓮/Ren 美咲/Misaki 大和/Yamato 結衣/Yui 健太/Kenta 直樹/Naoki'),
    last: words('青木/Aoki 藤原/Fujiwara 橋本/Hashimoto 石川/Ishikawa 松井/Matsui 中川/Nakagawa 清水/Shimizu 吉田/Yoshida'),
    towns: ['Fukuoka, Japan', 'Sapporo, Japan', 'Kyoto, Japan'],
  },
  {
    first: words('Jiayi Haoran Meilin Zihan Yutong Bowen Linh Minh Thuy Seojun'),
    last: words('Bui Cheng Dinh Fong Hwang Liang Ngo Phan Shen Yoon'),
    towns: ['Chengdu, China', 'Taichung, Taiwan', 'Đà Nẵng, Vietnam', 'Busan, South Korea', 'Penang, Malaysia'],
  },
];

export const statuses = [
  ...Array(6).fill('Developer'),
  ...Array(5).fill('Senior Developer'),
  ...Array(4).fill('Junior Developer'),
  ...Array(3).fill('Student or Learning'),
  ...Array(2).fill('Manager'),
  'Instructor',
  'Intern',
  'Other',
] as const;

export const titles = [
  'Frontend Developer',
  'Backend Developer',
  'Full-stack Developer',
  'Software Engineer',
  'Platform Engineer',
  'Site Reliability Engineer',
  'Mobile Developer',
  'Data Engineer',
  'Embedded Engineer',
  'Security Engineer',
  'QA Engineer',
  'Engineering Manager',
  'Web Accessibility Specialist',
  'Technical Writer',
  'Research Software Engineer',
];

const companyFirst = words(
  'Amber Basalt Cobalt Drift Ember Fern Granite Harbour Juniper Kestrel Lantern Maple Nimbus Orchard Pebble Quill Saffron Tern',
);
const companyLast = [
  'Systems',
  'Labs',
  'Works',
  'Software',
  'Data',
  'Cooperative',
  'Studio',
  'Robotics',
  'Health',
  'Maps',
  'Payments',
  '& Daughters',
];
/** Invented companies. */
export const companies = companyFirst.flatMap((first) => companyLast.map((last) => `${first} ${last}`));

export const schools = [
  'Northbridge University',
  'Technical College of the Coast',
  'Riverside Polytechnic',
  'Open Campus Online',
  'Twelve Weeks Bootcamp',
  'Institute of Applied Computing',
  'City Evening School',
  'Academy of Sciences and Letters',
  'Lakeside Community College',
  'Faculty of Engineering at Old Harbour',
];
export const degrees = ['BSc', 'MSc', 'BEng', 'BA', 'PhD', 'Diploma', 'Certificate', 'Associate degree'];
export const fields = [
  'Computer Science',
  'Software Engineering',
  'Mathematics',
  'Physics',
  'Electrical Engineering',
  'Linguistics',
  'Graphic Design',
  'Philosophy',
  'Bioinformatics',
  'Music Technology',
];

export const skills = [
  ...words(
    'HTML CSS JavaScript TypeScript React Vue Svelte Angular Node.js Deno Python Django Flask FastAPI Ruby Rails PHP Laravel Go Rust C C++ C#',
  ),
  ...words(
    '.NET Java Kotlin Spring Swift Dart Flutter Elixir Phoenix Haskell OCaml Scala Clojure Zig Lua R Julia SQL PostgreSQL MySQL SQLite Redis',
  ),
  ...words(
    'Kafka RabbitMQ GraphQL gRPC REST Docker Kubernetes Terraform Ansible Linux Bash Git Vim Emacs Figma WebAssembly WebGL Playwright',
  ),
  ...[
    'Accessibility',
    'Design systems',
    'Technical writing',
    'Mentoring',
    'Observability',
    'Machine learning',
    'Data modelling',
    'Code review',
  ],
  ...[
    'Internationalization',
    'Domain-driven design',
    'Test-driven development',
    'Embedded C',
    'Digital signal processing',
    'Public speaking',
  ],
];
