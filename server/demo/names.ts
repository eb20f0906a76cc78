/** Names as a large city's hospital hears them, by where a family comes from. */
export interface NameGroup {
  share: number
  women: readonly string[]
  men: readonly string[]
  families: readonly string[]
}

function list(words: string): readonly string[] {
  return words.split(',').map((word) => word.trim())
}

export const nameGroups: readonly NameGroup[] = [
  {
    share: 16,
    women: list(
      'Olivia, Emma, Charlotte, Grace, Hannah, Alice, Zoë, Chloë, Evelyn, Margaret, Dorothy, Ruth, Beatrice, Imogen, Harriet, Eleanor, Florence, Rosie, Naomi, Abigail, Joan, Patricia, Susan, Linda, Phoebe, Martha, Anne-Marie, Lucy, Penelope, Victoria',
    ),
    men: list(
      'Oliver, George, Harry, Jack, Thomas, William, James, Henry, Samuel, Edward, Arthur, Walter, Frank, Robert, Peter, Stephen, Daniel, Matthew, Benjamin, Theodore, Alfred, Leonard, Ralph, Duncan, Callum, Rhys, Gareth, Owen, Nathaniel, Christopher',
    ),
    families: list(
      'Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, Robinson, Wright, Thompson, Evans, Walker, White, Roberts, Green, Hall, Wood, Jackson, Clarke, Harrison, Fletcher, Ashworth, Pemberton, Whitfield, Hargreaves, Blackwood, Fairclough, Llewellyn, MacDonald, McAllister, Campbell, Sinclair, Featherstonehaugh, Cholmondeley-Warner, Bell, Hughes, Marsh, Holloway, Kingsley',
    ),
  },
  {
    share: 15,
    women: list(
      'Aarohi, Ananya, Priya, Kavya, Meera, Lakshmi, Sunita, Divya, Neha, Pooja, Radha, Saraswati, Shreya, Anjali, Deepika, Ishita, Jyoti, Kamala, Nandini, Padma, Rukmini, Sangeeta, Usha, Vasudha, Harpreet, Simran, Gurleen, Sharmila, Madhavi, Tanvi',
    ),
    men: list(
      'Aarav, Arjun, Rohan, Vikram, Rajesh, Suresh, Amit, Sanjay, Karthik, Ganesh, Harish, Manoj, Nikhil, Prakash, Rahul, Ravi, Siddharth, Sunil, Venkatesh, Vivek, Gurpreet, Jaspreet, Manjit, Debashish, Subrata, Anirudh, Balakrishnan, Muthukumar, Krishnamurthy, Ashok',
    ),
    families: list(
      'Patel, Sharma, Singh, Kumar, Gupta, Iyer, Nair, Reddy, Mehta, Joshi, Desai, Kulkarni, Banerjee, Chatterjee, Mukherjee, Das, Bose, Menon, Pillai, Rao, Naidu, Choudhury, Verma, Kapoor, Malhotra, Bhattacharya, Deshpande, Gill, Sandhu, Grewal, Subramaniam, Venkataraman, Ramachandran, Venkatanarasimharajuvaripeta, Pandey, Trivedi, Agarwal, Khanna, Saxena, Mistry',
    ),
  },
  {
    share: 13,
    women: list(
      'María, Lucía, Sofía, Valentina, Camila, Isabel, Carmen, Rosa, Guadalupe, Ximena, Inés, Pilar, Elena, Daniela, Mónica, Verónica, Yolanda, Beatriz, Dolores, Esperanza, Gabriela, Juana, Paloma, Rocío, Teresa, Marisol, Concepción, Soledad, Noemí, Araceli',
    ),
    men: list(
      'José, Luis, Carlos, Miguel, Ángel, Jesús, Andrés, Tomás, Martín, Raúl, Héctor, Óscar, Joaquín, Sebastián, Matías, Nicolás, Álvaro, Iván, Rubén, Fernando, Ricardo, Eduardo, Francisco, Alejandro, Rafael, Esteban, Gonzalo, Emilio, Ignacio, Ramón',
    ),
    families: list(
      'García, Rodríguez, Martínez, Hernández, López, González, Pérez, Sánchez, Ramírez, Torres, Flores, Rivera, Gómez, Díaz, Reyes, Morales, Cruz, Ortiz, Gutiérrez, Chávez, Ramos, Ruiz, Álvarez, Mendoza, Vásquez, Castillo, Jiménez, Muñoz, Núñez, Peña, García Márquez, Ortega y Gasset, de la Fuente, Fernández de Córdoba, Ibáñez, Quiñones, Zúñiga, Salazar, Navarro, Espinoza',
    ),
  },
  {
    share: 10,
    women: list(
      'Fatima, Aisha, Maryam, Layla, Nour, Zainab, Khadija, Amina, Salma, Huda, Rania, Yasmin, Noor, Samira, Dalia, Hanan, Iman, Jamila, Lina, Mona, Nadia, Rasha, Sawsan, Shirin, Parisa, Leila, Maha, Reem, Ghada, Wafaa',
    ),
    men: list(
      "Mohammed, Ahmed, Ali, Omar, Hassan, Hussein, Yusuf, Ibrahim, Khalid, Mahmoud, Mustafa, Tariq, Bilal, Karim, Nabil, Rashid, Salim, Sami, Walid, Ziad, Abdul Rahman, Faisal, Hamza, Jamal, Reza, Dariush, Kaveh, Anwar, Idris, Ra'ad",
    ),
    families: list(
      'Khan, Hussain, Malik, Rahman, Siddiqui, Qureshi, Al-Farsi, Al-Masri, El-Sayed, Haddad, Khoury, Mansour, Nasser, Saleh, Abdallah, Ibrahim, Hamdan, Darwish, Najjar, Sabbagh, Al-Hashimi, Bouazizi, Benali, Ziani, El Amrani, Hosseini, Karimi, Ahmadi, Tehrani, Farahani, Chaudhry, Sheikh, Mirza, Baig, Ansari, Shah, al-Rashid, Abu Zayd, Barakat, Fakhoury',
    ),
  },
  {
    share: 10,
    women: list(
      'Ngozi, Chiamaka, Adaeze, Folake, Yewande, Ifeoma, Abena, Akosua, Efua, Ama, Wanjiru, Akinyi, Nyambura, Zawadi, Amara, Thandiwe, Nomsa, Lerato, Zanele, Hirut, Selamawit, Tigist, Fatoumata, Aminata, Mariama, Makeda, Chipo, Tendai, Oluwaseun, Blessing',
    ),
    men: list(
      'Chinedu, Emeka, Obinna, Tunde, Babatunde, Femi, Kwame, Kofi, Kwabena, Yaw, Kamau, Otieno, Mwangi, Baraka, Juma, Sipho, Thabo, Mandla, Bongani, Dawit, Tesfaye, Haile, Mamadou, Ousmane, Sekou, Tafadzwa, Farai, Oluwadamilola, Ikechukwu, Moses',
    ),
    families: list(
      "Okafor, Okonkwo, Adeyemi, Adebayo, Eze, Nwosu, Balogun, Ogunleye, Mensah, Owusu, Boateng, Asante, Osei, Kimani, Njoroge, Odhiambo, Ochieng, Mutua, Nkosi, Dlamini, Khumalo, Mokoena, Ndlovu, Tesfaye, Bekele, Gebremariam, Diallo, Traoré, Koné, N'Diaye, Sow, Touré, Moyo, Chikwanha, Abubakar, Oyelaran, Olufunmilayo-Adeyinka, Achieng, Wekesa, Banda",
    ),
  },
  {
    share: 12,
    women: list(
      'Mei, Xiaoling, Yan, Li Na, Jing, Hui, Fang, Xiu, Ying, Lan, Yuki, Sakura, Haruka, Aiko, Keiko, Naoko, Min-ji, Seo-yeon, Ji-woo, Hye-jin, Soo-ah, Linh, Thảo, Hương, Mai, Ngọc, Siriporn, Maria Luz, Jasmine, Corazon',
    ),
    men: list(
      'Wei, Jun, Hao, Ming, Lei, Tao, Zhiqiang, Guowei, Jian, Bo, Hiroshi, Kenji, Takashi, Daisuke, Haruto, Shōta, Min-ho, Ji-hoon, Sung-min, Joon-young, Dong-hyun, Minh, Tuấn, Đức, Hùng, Somchai, Jose Maria, Ramil, Rodel, Quang',
    ),
    families: list(
      'Wang, Li, Zhang, Liu, Chen, Yang, Huang, Zhao, Wu, Zhou, Lin, Ouyang, Tanaka, Suzuki, Satō, Watanabe, Yamamoto, Nakamura, Kobayashi, Itō, Kim, Lee, Park, Choi, Jung, Kang, Nguyễn, Trần, Lê, Phạm, Hoàng, Đặng, Santos, Reyes, Dela Cruz, Bautista, Villanueva, Suwannarat, Tan, Wong',
    ),
  },
  {
    share: 9,
    women: list(
      'Małgorzata, Agnieszka, Zofia, Katarzyna, Elżbieta, Ewa, Kinga, Olga, Natalia, Svetlana, Tatiana, Irina, Ludmila, Oksana, Yulia, Jana, Petra, Markéta, Tereza, Zuzana, Milena, Vesna, Jelena, Ivana, Snežana, Ilona, Réka, Zsófia, Ioana, Elena',
    ),
    men: list(
      'Łukasz, Paweł, Michał, Krzysztof, Wojciech, Stanisław, Jakub, Piotr, Dmitri, Sergei, Andrei, Oleksandr, Bohdan, Taras, Jiří, Tomáš, Ondřej, Václav, Miloš, Goran, Dragan, Zoran, Nikola, Bálint, László, István, Ștefan, Mihai, Radu, Vasile',
    ),
    families: list(
      'Kowalski, Nowak, Wiśniewski, Wójcik, Kamiński, Lewandowski, Zieliński, Szymański, Dąbrowski, Jabłoński, Ivanov, Petrov, Volkov, Shevchenko, Kovalenko, Bondarenko, Novák, Svoboda, Dvořák, Černý, Procházka, Horváth, Nagy, Szabó, Tóth, Popescu, Ionescu, Jovanović, Petrović, Nikolić, Marković, Đorđević, Babić, Kovačević, Brzęczyszczykiewicz, Zawadzki, Rzeźnik, Hrušovský, Stanković, Dragomirescu',
    ),
  },
  {
    share: 8,
    women: list(
      'Noémie, Amélie, Hélène, Margaux, Françoise, Inès, Giulia, Chiara, Francesca, Beatrice, Inês, Conceição, Mariana, Catarina, Anneliese, Liesel, Greta, Jürgena, Ingrid, Astrid, Solveig, Åsa, Signe, Maija, Aino, Eleni, Despina, Saskia, Femke, Maximiliana-Theodora',
    ),
    men: list(
      'François, René, Étienne, Loïc, Benoît, Jérôme, Luca, Matteo, Giovanni, Alessandro, João, Gonçalo, Tiago, Jürgen, Günther, Björn, Lars, Søren, Mikkel, Håkon, Jukka, Väinö, Giorgos, Konstantinos, Pieter, Joost, Dirk, Wolfgang, Klaus-Dieter, Rüdiger',
    ),
    families: list(
      "Lefèvre, Moreau, Dubois, Beaumont, Côté, d'Aubigné, de Saint-Exupéry, Rossi, Ferrari, Esposito, Bianchi, D'Angelo, Della Rovere, Silva, Santos, Gonçalves, Conceição, Araújo, Müller, Schröder, Weiß, Größmann, von Hohenstein-Wittelsbach, Jørgensen, Sørensen, Åkesson, Bergström, Lindqvist, Korhonen, Mäkinen, Papadopoulos, Konstantinidis, van der Berg, de Vries, ten Brink, Hofmann, Schmidt, Keller, Lindgren, Nyström",
    ),
  },
  {
    share: 4,
    women: list(
      'Siobhán, Aoife, Niamh, Caoimhe, Róisín, Gráinne, Saoirse, Bríd, Maeve, Ciara, Elif, Ayşe, Zeynep, Emine, Gül, Pınar, Özlem, Şebnem, Çiğdem, Defne',
    ),
    men: list(
      'Seán, Pádraig, Ciarán, Oisín, Eoin, Fionn, Liam, Cormac, Tadhg, Diarmuid, Mehmet, Emre, Çağlar, İbrahim, Ömer, Şükrü, Volkan, Barış, Kerem, Yiğit',
    ),
    families: list(
      "O'Connor, O'Sullivan, O'Brien, Ó Súilleabháin, Murphy, Kelly, Byrne, Doyle, Gallagher, Fitzgerald, McCarthy, Nic Dhonnchadha, Yılmaz, Kaya, Demir, Şahin, Çelik, Öztürk, Arslan, Doğan, Kılıç, Özdemir, Güneş, Koç",
    ),
  },
]

export const streets = list(
  'Juniper Lane, Harbour Street, Mill Road, Station Road, Orchard Avenue, Chapel Hill, Kingfisher Close, Old Quarry Road, Linden Street, Market Square, Bridge Street, Lantern Row, Meadow View, Priory Road, Castle Street, Saltmarsh Drive, Foundry Lane, Weavers Court, Magnolia Avenue, Observatory Hill, Canal Walk, Rosemary Gardens, Beacon Street, Tannery Yard, Larkspur Crescent, Northgate, Queen’s Parade, Windmill Lane, Sycamore Rise, Ferry Road',
)
export const districts = list(
  'Riverside, Old Town, Northfield, St. Elmo, Harbour Quarter, Eastbrook, Greenhill, Southgate, Millbank, Fairview, Kingsmead, Westhaven, Ashdown, Brightwater, Upper Marsh',
)
export const mailDomains = list('example.com, example.org, example.net, mail.example.com, post.example.org')
